/**
 * A mail as it is without a style sheet: some programs remove it, and show mails on a dark page all the same. So whatever
 * sets a colour for texts also sets the one behind them.
 */
export const STYLE = {
  body: 'margin:0;background-color:#ffffff',
  paper:
    'font-family:sans-serif;font-size:15px;line-height:1.5;background-color:#ffffff;color:#1f2430;max-width:640px;margin:0 auto;padding:24px 16px',
  title: 'font-size:20px;margin:0 0 16px',
  text: 'margin:0 0 16px;white-space:pre-wrap;overflow-wrap:anywhere',
  small: 'margin:24px 0 0;font-size:13px;color:#5b6270;white-space:pre-wrap',
  link: 'color:#3451b2',
  button:
    'display:inline-block;padding:10px 18px;border-radius:6px;background-color:#3451b2;color:#ffffff;text-decoration:none',
  figure: 'margin:0 0 12px',
  value: 'font-size:20px;font-weight:bold',
  who: 'margin:0;font-size:13px;color:#5b6270',
} as const

/** The colours for programs that are dark and say so. They must outdo those of the elements. */
export const DARK_STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.paper { background-color: #17181b !important; color: #ececef !important; }
.muted { color: #a9adb7 !important; }
.link { color: #a3b6ff !important; }
.button { background-color: #3f62d3 !important; color: #ffffff !important; }
}`
