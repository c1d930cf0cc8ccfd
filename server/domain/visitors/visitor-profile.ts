/** What a client says about a visitor. Omitted and blank fields are unchanged. */
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
