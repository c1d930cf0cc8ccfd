import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What is done in the background: everything that is sent out, jobs, and files. */
export function createWorkMetrics(registers: Registry[]) {
  return {
    outboxAttempts: new Counter({
      name: 'switchboard_outbox_attempts_total',
      help: 'Attempts to send, by the kind of delivery and the outcome: sent, retry, failed.',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'switchboard_outbox_attempt_seconds',
      help: 'How long receivers took to answer, by the kind of delivery.',
      labelNames: ['kind'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    oldestPending: new Gauge({
      name: 'switchboard_oldest_pending_seconds',
      help: 'Age of the oldest pending item of the outbox, by kind; 0 without one.',
      labelNames: ['kind'] as const,
      registers,
    }),
    lanes: new Gauge({
      name: 'switchboard_lanes',
      help: 'Lanes of the outbox that have something to send, of each kind up to 2,000, by state: sending, due (nobody sends it yet), waiting (for its next attempt).',
      labelNames: ['kind', 'state'] as const,
      registers,
    }),
    overdue: new Gauge({
      name: 'switchboard_overdue_seconds',
      help: 'For how long the most overdue attempt of each kind has been due without being made; 0 without one.',
      labelNames: ['kind'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'switchboard_queue_depth',
      help: 'Jobs that are waiting, delayed or running.',
      labelNames: ['queue'] as const,
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'switchboard_job_seconds',
      help: 'How long jobs took, by kind and outcome: done, again (it continues later), failed.',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers,
    }),
    fileSeconds: new Histogram({
      name: 'switchboard_file_seconds',
      help: 'How long it took to inspect uploaded files and pictures, including waiting, by kind (inspect, photo) and outcome: done, refused, failed (it took too long, or its process ended).',
      labelNames: ['kind', 'outcome'] as const,
      buckets: [0.1, 0.5, 2, 5, 15],
      registers,
    }),
    filesWaiting: new Gauge({
      name: 'switchboard_files_waiting',
      help: 'Files that are waiting to be inspected.',
      registers,
    }),
    filesFreeBytes: new Gauge({
      name: 'switchboard_files_free_bytes',
      help: 'Free space where files are kept.',
      registers,
    }),
  }
}
