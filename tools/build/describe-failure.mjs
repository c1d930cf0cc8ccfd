/** What to do about failures that are not mistakes in the sources: a code or the words for it, and one line. */
const ADVICE = /** @type {[RegExp, string][]} */ ([
  [/MODULE_NOT_FOUND/, 'The build needs packages that are not installed. Run npm ci first.'],
  [
    /EROFS|read-only file system/i,
    'The build cannot write here, because the disk is read-only. Build elsewhere, and run the release (npm run release).',
  ],
  [
    /EACCES|EPERM|permission denied/i,
    'The build cannot write here, because the folder belongs to another user. Build as that user, or run a release.',
  ],
  [/ENOSPC|no space left/i, 'The build cannot write here, because the disk is full. It needs about 30 MB.'],
])

/**
 * A failed build in one line, if it is not for whoever changes the sources.
 * @param {Error & { code?: string }} error
 */
export function describeFailure({ code = '', message }) {
  if (ADVICE.some(([, line]) => line === message)) return message
  return ADVICE.find(([pattern]) => pattern.test(code) || pattern.test(message))?.[1] ?? message
}
