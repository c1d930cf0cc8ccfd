import { deliverNext } from '../domain/deliveries/deliver-next.ts'
import { deliverLane } from './deliver-lane.ts'
import { handleJob } from './handle-job.ts'
import { workLane } from './work-lane.ts'

export const deliverLaneHandler = handleJob(deliverLane, ({ services, stopping }, { lane }) =>
  workLane(stopping, () => deliverNext(services, lane)),
)
