/** Linux with glibc: the native packages differ by processor only. */
export const PLATFORMS = ['linux-x64', 'linux-arm64']

export function thisPlatform() {
  return `${process.platform}-${process.arch}`
}

/**
 * The path or name of a package for another platform; the same for what runs on all.
 * @param {string} path
 * @param {string} platform
 */
export function forPlatform(path, platform) {
  return path.replace(thisPlatform(), platform)
}
