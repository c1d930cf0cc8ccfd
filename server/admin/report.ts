/** What a command prints, and the code with which it exits. */
export interface Report {
  text: string
  exitCode: number
}
