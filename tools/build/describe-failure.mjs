/** What to do about failures that are not mistakes in the sources. */
const ADVICE = /** @type {Record<string, string>} */ ({
  ERR_MODULE_NOT_FOUND: 'The build needs packages that are not installed. Run npm ci first.',
  EROFS:
    'The build cannot write here: the disk is read-only. Build elsewhere, and run the release (npm run release).',
  EACCES:
    'The build cannot write here: the folder belongs to another user. Build as that user, or run a release.',
  ENOSPC: 'The build cannot write here: the disk is full. It needs about 30 MB.',
})

/**
 * A failed build in one line, if it is not for whoever changes the sources.
 * @param {Error & { code?: string }} error
 */
export function describeFailure({ code = '', message }) {
  const known = ADVICE[code] ?? ADVICE[/\b(EROFS|EACCES|ENOSPC)\b/.exec(message)?.[1] ?? '']
  return known ? `${known} (${message.split('\n')[0]})` : message
}
