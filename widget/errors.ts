export interface UserError {
  code: string
  message: string
  /** The path of what was wrong, such as `["input", "email"]`. */
  field: string[] | null
}

/** A refusal of the server that the visitor can do something about. */
export interface RefusedError extends Error {
  userErrors: UserError[]
}
