/** What a round of the routing knows about an account, all of it read when it began. */
export interface Round {
  /** The ids of the operators who are connected. */
  connected: ReadonlySet<string>
  /** The ids of the hours outside of which it is now. */
  closedHours: readonly string[]
}
