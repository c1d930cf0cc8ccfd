/** What the tester is told of a visitor, as the fields have it. */
export interface TrialDraft {
  page: string
  referrer: string
  country: string
  language: string
  botReason: string
  lastOperatorId: string
  /** In the time zone of the browser; empty for now. */
  at: string
  /** A line for each: `plan = pro`. */
  customData: string
  tagIds: string[]
}

export const emptyTrial: TrialDraft = {
  page: '',
  referrer: '',
  country: '',
  language: '',
  botReason: '',
  lastOperatorId: '',
  at: '',
  customData: '',
  tagIds: [],
}

/** The input of `tryRouting`. */
export function toTrialInput(
  channelId: string,
  { at, customData, lastOperatorId, tagIds, ...texts }: TrialDraft,
) {
  return {
    channelId,
    ...texts,
    lastOperatorId: lastOperatorId || null,
    at: at === '' ? null : new Date(at).toISOString(),
    customData: customData
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(toData),
    tagIds: [...tagIds],
  }
}

/** A line without a sign says that there is such an entry. */
function toData(line: string) {
  const [key = '', ...value] = line.split('=')
  return { key: key.trim(), value: value.join('=').trim() }
}
