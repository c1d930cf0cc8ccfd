/** One run of the job that deletes what is no longer kept. */
export interface PruneRun {
  now: Date
  /** Aborted when the rest has to wait for the next run: the time is up, or the process is asked to stop. */
  timeIsUp: AbortSignal
}
