/** The texts of mails with replies, and of the page that ends them. */
export interface ReplyTexts {
  subject(company: string): string
  /** Before the last of many replies. */
  onlyLast(count: number): string
  /** If the mail can be answered. */
  answer: string
  /** The link to the page where the visitor was. */
  back: string
  /** Why they get it. */
  reason(company: string): string
  unsubscribe: string
  /** The page: its title, and what it asks. */
  pageTitle: string
  pageQuestion(company: string): string
  pageConfirm: string
  /** What it says after the decision. */
  pageDone(company: string): string
  pageUndo: string
  pageUndone(company: string): string
}

const en: ReplyTexts = {
  subject: (company) => `Your conversation with ${company}`,
  onlyLast: (count) =>
    `This e-mail contains only the last ${count} replies. The earlier ones are in the chat on the website.`,
  answer: 'To continue the conversation, just reply to this e-mail.',
  back: 'Back to the website',
  reason: (company) => `You received this e-mail because you left before you saw the reply from ${company}.`,
  unsubscribe: 'Unsubscribe',
  pageTitle: 'Replies by e-mail',
  pageQuestion: (company) => `Do you want to stop getting replies from ${company} by e-mail?`,
  pageConfirm: 'Unsubscribe',
  pageDone: (company) => `You will no longer get replies from ${company} by e-mail.`,
  pageUndo: 'Subscribe again',
  pageUndone: (company) => `You will get replies from ${company} by e-mail again.`,
}

const texts: Record<string, ReplyTexts> = {
  en,
  de: {
    subject: (company) => `Ihre Unterhaltung mit ${company}`,
    onlyLast: (count) =>
      `Diese E-Mail enthält nur die letzten ${count} Antworten. Die früheren finden Sie im Chat auf der Website.`,
    answer: 'Antworten Sie einfach auf diese E-Mail, um die Unterhaltung fortzusetzen.',
    back: 'Zurück zur Website',
    reason: (company) =>
      `Sie erhalten diese E-Mail, weil Sie die Website verlassen haben, bevor Sie die Antwort von ${company} gesehen haben.`,
    unsubscribe: 'Abbestellen',
    pageTitle: 'Antworten per E-Mail',
    pageQuestion: (company) => `Möchten Sie keine Antworten von ${company} per E-Mail mehr erhalten?`,
    pageConfirm: 'Abbestellen',
    pageDone: (company) => `Sie erhalten keine Antworten von ${company} per E-Mail mehr.`,
    pageUndo: 'Wieder E-Mails erhalten',
    pageUndone: (company) => `Sie erhalten die Antworten von ${company} wieder per E-Mail.`,
  },
  es: {
    subject: (company) => `Su conversación con ${company}`,
    onlyLast: (count) =>
      `Este correo contiene solo las últimas ${count} respuestas. Las anteriores están en el chat del sitio web.`,
    answer: 'Para continuar la conversación, responda a este correo.',
    back: 'Volver al sitio web',
    reason: (company) =>
      `Recibe este correo porque salió del sitio web antes de ver la respuesta de ${company}.`,
    unsubscribe: 'Cancelar suscripción',
    pageTitle: 'Respuestas por correo',
    pageQuestion: (company) => `¿Desea dejar de recibir por correo las respuestas de ${company}?`,
    pageConfirm: 'Cancelar suscripción',
    pageDone: (company) => `Ya no recibirá por correo las respuestas de ${company}.`,
    pageUndo: 'Volver a recibir correos',
    pageUndone: (company) => `Volverá a recibir por correo las respuestas de ${company}.`,
  },
  fr: {
    subject: (company) => `Votre conversation avec ${company}`,
    onlyLast: (count) =>
      `Cet e-mail ne contient que les ${count} dernières réponses. Les précédentes se trouvent dans le chat du site web.`,
    answer: 'Pour poursuivre la conversation, répondez simplement à cet e-mail.',
    back: 'Retour au site web',
    reason: (company) =>
      `Vous recevez cet e-mail parce que vous avez quitté le site avant de voir la réponse de ${company}.`,
    unsubscribe: 'Se désabonner',
    pageTitle: 'Réponses par e-mail',
    pageQuestion: (company) => `Ne plus recevoir les réponses de ${company} par e-mail ?`,
    pageConfirm: 'Se désabonner',
    pageDone: (company) => `Vous ne recevrez plus les réponses de ${company} par e-mail.`,
    pageUndo: 'Recevoir à nouveau les e-mails',
    pageUndone: (company) => `Vous recevrez à nouveau les réponses de ${company} par e-mail.`,
  },
  pt: {
    subject: (company) => `Sua conversa com ${company}`,
    onlyLast: (count) =>
      `Este e-mail contém apenas as últimas ${count} respostas. As anteriores estão no chat do site.`,
    answer: 'Para continuar a conversa, basta responder a este e-mail.',
    back: 'Voltar ao site',
    reason: (company) =>
      `Você recebeu este e-mail porque saiu do site antes de ver a resposta de ${company}.`,
    unsubscribe: 'Cancelar inscrição',
    pageTitle: 'Respostas por e-mail',
    pageQuestion: (company) => `Não quer mais receber por e-mail as respostas de ${company}?`,
    pageConfirm: 'Cancelar inscrição',
    pageDone: (company) => `Você não receberá mais por e-mail as respostas de ${company}.`,
    pageUndo: 'Voltar a receber e-mails',
    pageUndone: (company) => `Você voltará a receber por e-mail as respostas de ${company}.`,
  },
  ru: {
    subject: (company) => `Ваш разговор с ${company}`,
    onlyLast: (count) => `В этом письме только последние ответы (${count}). Предыдущие — в чате на сайте.`,
    answer: 'Чтобы продолжить разговор, просто ответьте на это письмо.',
    back: 'Вернуться на сайт',
    reason: (company) => `Вы получили это письмо, потому что ушли с сайта, не увидев ответ ${company}.`,
    unsubscribe: 'Отписаться',
    pageTitle: 'Ответы по почте',
    pageQuestion: (company) => `Вы больше не хотите получать ответы ${company} по почте?`,
    pageConfirm: 'Отписаться',
    pageDone: (company) => `Вы больше не будете получать ответы ${company} по почте.`,
    pageUndo: 'Снова получать письма',
    pageUndone: (company) => `Вы снова будете получать ответы ${company} по почте.`,
  },
  ar: {
    subject: (company) => `محادثتك مع ${company}`,
    onlyLast: (count) =>
      `تتضمن هذه الرسالة أحدث الردود فقط (${count}). تجد الردود السابقة في المحادثة على الموقع.`,
    answer: 'لمتابعة المحادثة، ما عليك سوى الرد على هذه الرسالة.',
    back: 'العودة إلى الموقع',
    reason: (company) => `وصلتك هذه الرسالة لأنك غادرت الموقع قبل أن ترى رد ${company}.`,
    unsubscribe: 'إلغاء الاشتراك',
    pageTitle: 'الردود عبر البريد الإلكتروني',
    pageQuestion: (company) => `هل تريد عدم تلقي ردود ${company} عبر البريد الإلكتروني؟`,
    pageConfirm: 'إلغاء الاشتراك',
    pageDone: (company) => `لن تصلك ردود ${company} عبر البريد الإلكتروني بعد الآن.`,
    pageUndo: 'تلقي الرسائل مجددًا',
    pageUndone: (company) => `ستصلك ردود ${company} عبر البريد الإلكتروني مجددًا.`,
  },
}

/** The first of these locales that there are texts in; English when there are none. Each may be missing or odd. */
export function replyLanguage(...locales: (string | null | undefined)[]): string {
  return locales.find((locale): locale is string => languageOf(locale) !== undefined) ?? 'en'
}

/** The texts in the language of a locale. */
export function replyTexts(locale: string): ReplyTexts {
  return texts[languageOf(locale) ?? 'en'] ?? en
}

function languageOf(locale: string | null | undefined): string | undefined {
  try {
    const { language } = new Intl.Locale(locale ?? '')
    return Object.hasOwn(texts, language) ? language : undefined
  } catch {
    return undefined
  }
}
