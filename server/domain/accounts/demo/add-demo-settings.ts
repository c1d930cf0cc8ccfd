import type { Tx } from '../../../database/client.ts'
import { timeZoneField } from '../../hours/time-zone-field.ts'
import type { RoutingRule } from '../../routing/rules/routing-rule.ts'
import { nextNumber } from '../next-number.ts'
import type { DemoPeople } from './add-demo-people.ts'

const WORKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const

/**
 * Adds departments, business hours and a routing rule. The account itself is always open, so that the demo can be tried at any
 * time; one department has hours.
 */
export async function addDemoSettings(
  tx: Tx,
  { accountId, admin, operator, supervisor }: DemoPeople,
): Promise<void> {
  const addDepartment = async (name: string, members: { id: string }[]) =>
    tx.department.create({
      data: {
        accountId,
        number: await nextNumber(tx, accountId, 'lastDepartmentNumber'),
        name,
        members: { create: members.map(({ id }) => ({ userId: id })) },
      },
    })
  await addDepartment('Support', [admin, operator, supervisor])
  const returns = await addDepartment('Returns', [operator])
  const timeZone = zoneOfServer()
  await tx.businessHours.createMany({
    data: [
      { accountId, timeZone },
      {
        accountId,
        departmentId: returns.id,
        timeZone,
        weekly: WORKDAYS.map((day) => ({ day, from: '09:00', to: '17:00' })),
      },
    ],
  })
  const rule: RoutingRule = {
    name: 'Returns',
    enabled: true,
    conditions: [{ field: 'PAGE', comparison: 'CONTAINS', value: '/returns' }],
    departmentId: returns.id,
    operatorId: null,
    priority: 'HIGH',
  }
  await tx.routingSettings.create({ data: { accountId, rules: [rule] } })
}

/** Reports count the days of whoever tries the demo. */
function zoneOfServer(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZoneField.safeParse(timeZone).data ?? 'UTC'
}
