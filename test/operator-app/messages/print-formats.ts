/**
 * Prints, as JSON, how the page writes moments in a browser of the language that is the first argument. It is a process of its
 * own because a page chooses its formats once, when it is loaded.
 */
const [language, at = '', now = ''] = process.argv.slice(2)
Object.defineProperty(globalThis, 'navigator', { value: { language } })
const { formatTime, formatShort, formatAgo, formatDateTime, formatDateSeconds, formatSize } = await import(
  '../../../operator-app/src/messages/format.ts'
)
const formats = {
  time: formatTime(at),
  short: formatShort(at, Date.parse(now)),
  shortOfOtherDays: [-2, 2].map((days) => formatShort(at, Date.parse(now) + days * 24 * 60 * 60_000)),
  ago: [5, -5].map((minutes) => formatAgo(at, Date.parse(at) + minutes * 60_000)),
  dateTime: formatDateTime(at),
  dateSeconds: formatDateSeconds(at),
  sizes: [1, 999, 1_000, 999_499, 999_500, 2_345_678, 999_500_000].map(formatSize),
}
process.stdout.write(JSON.stringify(formats))

export {}
