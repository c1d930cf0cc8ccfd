import { deliverNext } from '../domain/deliveries/deliver-next.ts'
import { handleJob } from './define-job.ts'
import { deliverLane } from './deliver-lane.ts'
import { workLane } from './work-lane.ts'

export const deliverLaneHandler = handleJob(deliverLane, ({ services, stopping }, { lane }) =>
  workLane(stopping, () => deliverNext(services, lane)),
)
