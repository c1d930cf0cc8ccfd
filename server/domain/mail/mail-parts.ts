import { escapeHtml } from '../../text/escape-html.ts'

/** A piece of a mail, from which both of its bodies are made. */
export type MailPart =
  | { kind: 'title' | 'text' | 'small'; text: string }
  | { kind: 'link'; label: string; url: string }
  /** A link that few will use, after what it is about. */
  | { kind: 'smallLink'; text: string; label: string; url: string }
  /** A figure of a report, which leads to it, and the same of the time before. */
  | { kind: 'figure'; label: string; value: string; before: string; url: string }
  /** What somebody said or what happened, and when; an address only if it leads to a file of theirs, or to where it is. */
  | { kind: 'entry'; who: string; when: string; text: string; url?: string | undefined }

interface Bodies {
  text: string
  html: string
}

const STYLE = {
  body: 'font-family:sans-serif;font-size:15px;line-height:1.5;color:#1f2430;max-width:640px;margin:24px auto;padding:0 16px',
  title: 'font-size:20px;margin:0 0 16px',
  text: 'margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere',
  small: 'margin:24px 0 0;font-size:13px;color:#5b6270;white-space:pre-wrap',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#3451b2;color:#ffffff;text-decoration:none',
  figure: 'margin:0 0 12px',
  value: 'font-size:20px;font-weight:bold;color:#1f2430',
  who: 'margin:0;font-size:13px;color:#5b6270',
} as const

/** Languages that are written from the right. */
const RIGHT_TO_LEFT = new Set(['ar'])

/** The plain and the HTML body with the same content. Everything is escaped, and nothing is loaded from elsewhere. */
export function renderMail(parts: MailPart[], locale = 'en'): Bodies {
  const { language } = new Intl.Locale(locale)
  const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
  return {
    text: `${parts.map(plain).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"></head><body style="${STYLE.body}">\n${parts.map(html).join('\n')}\n</body></html>\n`,
  }
}

function plain(part: MailPart): string {
  switch (part.kind) {
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'smallLink':
      return `${part.text}\n${part.label}: ${part.url}`
    case 'figure':
      return `${part.label}: ${part.value} (the week before: ${part.before})\n${part.url}`
    case 'entry':
      return `${part.who}, ${part.when}\n${[part.text, part.url].filter(Boolean).join('\n')}`
    default:
      return part.text
  }
}

function html(part: MailPart): string {
  switch (part.kind) {
    case 'title':
      return `<h1 style="${STYLE.title}">${escapeHtml(part.text)}</h1>`
    case 'link':
      return `<p style="${STYLE.text}"><a href="${escapeHtml(part.url)}" style="${STYLE.button}">${escapeHtml(part.label)}</a></p>`
    case 'smallLink':
      return `<p style="${STYLE.small}">${escapeHtml(part.text)} <a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`
    case 'figure':
      return `<p style="${STYLE.figure}"><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a><br><span style="${STYLE.value}">${escapeHtml(part.value)}</span><br><span style="${STYLE.who}">The week before: ${escapeHtml(part.before)}</span></p>`
    case 'entry':
      return `<p style="${STYLE.who}"><b>${escapeHtml(part.who)}</b>, ${escapeHtml(part.when)}</p><p style="${STYLE.text}">${escapeHtml(part.text)}${part.url ? ` ${fileLink(part.url)}` : ''}</p>`
    default:
      return `<p style="${STYLE[part.kind]}">${escapeHtml(part.text)}</p>`
  }
}

function fileLink(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
}
