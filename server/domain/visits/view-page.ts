import type { Services } from '../../services.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { limitVisitor } from './limit-visitor.ts'
import { moveVisit } from './move-visit.ts'
import type { Page } from './page.ts'

/** Records that a visitor went to another page without a page load. Throws `too_many_requests`. */
export async function viewPage(
  services: Services,
  { visitor, page }: { visitor: VisitorPrincipal; page: Page },
): Promise<void> {
  await limitVisitor(services, visitor, 'page')
  await moveVisit(services, { visitor, page })
}
