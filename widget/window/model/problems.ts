import type { CoreState, UserError } from '../../core.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import { formatSize } from '../texts/format.ts'

/** Errors of the visitor's input, by field; those of no field have an empty name. */
export type Problems = Record<string, string>

/** What the visitor reads, and what of it depends on the widget. */
interface Shown {
  texts: Texts
  state: Pick<CoreState, 'locale' | 'widget'>
}

/** Waits for what sends what the visitor entered. Null when all is well. */
export async function run(sending: Promise<void>, shown: Shown): Promise<Problems | null> {
  try {
    await sending
    return null
  } catch (error) {
    return problemsOf(error, shown)
  }
}

/** Of a refusal, at the fields that the visitor was shown; without words of any other failure. */
export function problemsOf(error: unknown, shown: Shown): Problems {
  const { userErrors = [] } = error as { userErrors?: UserError[] }
  const problems = userErrors.map((each) => {
    const name = each.field?.at(-1) ?? ''
    const label = labelOf(name, shown.texts)
    return [label ? name : '', explain(each.code, label, shown)]
  })
  return problems.length === 0 ? { '': '' } : Object.fromEntries(problems)
}

/** By the code: the server's own words are for developers. */
function explain(code: string, label: string, { texts, state }: Shown): string {
  switch (code) {
    case 'RATE_LIMITED':
    case 'TOO_MANY_REQUESTS':
      return texts.tooMany
    case 'SERVICE_UNAVAILABLE':
      return texts.busy
    case 'PAYLOAD_TOO_LARGE':
      return fill(texts.fileTooLarge, { size: formatSize(state.widget.fileMaxBytes, state.locale) })
    case 'EMPTY_FILE':
      return texts.fileEmpty
    case 'UNSUPPORTED_MEDIA_TYPE':
      return texts.fileType
    case 'CALLBACK_DISABLED':
    case 'CALLBACK_UNAVAILABLE':
      return label ? texts.callAbroad : texts.callOff
    case 'CHANNEL_PAUSED':
      return texts.leaveAsk
    case 'TOO_LONG':
      return texts.tooLong
    case 'BLANK':
      return label && fill(texts.required, { field: label })
    default:
      return label && fill(texts.check, { field: label })
  }
}

/** The label of a field of a form. */
function labelOf(name: string, { email, phone, message, description, ...texts }: Texts): string {
  return { name: texts.name, email, phone, message, description }[name] ?? ''
}
