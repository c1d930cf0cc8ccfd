/** The lane of a kind whose order counts for these ids together. */
export function laneOf(kind: string, ...ids: string[]): string {
  return [kind, ...ids].join(':')
}

/** The name of the kind whose lane it is. */
export function kindOfLane(lane: string): string {
  return lane.slice(0, lane.indexOf(':'))
}

/** The queue of a kind's lanes. */
export function queueOfKind(kind: string): string {
  return kind.toLowerCase().replaceAll('_', '-')
}

/** The kind as a label of metrics. */
export function labelOfKind(kind: string): string {
  return kind.toLowerCase()
}
