import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../text/escape-html.ts'

/** A page on which somebody ends or resumes mails. */
interface UnsubscribePage {
  /** BCP 47. */
  locale: string
  title: string
  text: string
  /** A form with this field. */
  button?: { name: string; value: string; text: string } | undefined
}

/** Answers with a page that needs no scripts and loads nothing. */
export function sendUnsubscribePage(
  reply: FastifyReply,
  { locale, title, text, button }: UnsubscribePage,
): FastifyReply {
  const { language } = new Intl.Locale(locale)
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(text)}</p>
${button ? formOf(button) : ''}</main></body></html>
`)
}

function formOf({ name, value, text }: NonNullable<UnsubscribePage['button']>): string {
  return `<form method="post"><button name="${name}" value="${value}">${escapeHtml(text)}</button></form>`
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100dvh; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; }
p { margin: 0 0 1.25rem; }
button { padding: 0.6rem 1.1rem; border: 0; border-radius: 0.4rem; background: #3451b2; color: #fff; font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid #8da4ef; outline-offset: 2px; }`
