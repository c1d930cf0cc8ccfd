/** The fields of a multimedia message, as they are stored. Which of them are set depends on the message type. */
export type Media = {
  file?: string | undefined
  thumb?: string | undefined
  emoji?: string | undefined
  /** Bytes. */
  fileSize?: number | undefined
  fileName?: string | undefined
  /** Seconds. */
  duration?: number | undefined
  /** Pixels. */
  width?: number | undefined
  height?: number | undefined
  performer?: string | undefined
  title?: string | undefined
  /** Degrees. */
  latitude?: number | undefined
  longitude?: number | undefined
}
