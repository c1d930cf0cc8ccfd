/** What a client tells of a visitor. What is left out or blank leaves the earlier value. */
export interface VisitorProfile {
  /** As it was received: a string or an integer. */
  externalId: string | number
  name?: string
  email?: string
  phone?: string
  photoUrl?: string
  pageUrl?: string
}

/** The form that visitors are known by: 42 and "42" are one visitor. */
export function visitorKey(profile: VisitorProfile): string {
  return String(profile.externalId)
}
