import { createDepartment } from '../domain/departments/create-department.ts'
import { deleteDepartment } from '../domain/departments/delete-department.ts'
import { updateDepartment } from '../domain/departments/update-department.ts'
import { builder } from './builder.ts'
import { viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { Operator } from './operators.ts'
import { verbMutation } from './verb-mutation.ts'

export const Department = builder.prismaNode('Department', {
  id: { field: 'id' },
  nullable: true,
  description: 'Operators to whom a chat can be handed together.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    number: t.exposeInt('number', {
      description: 'The number that webhooks and the widget script know it by.',
    }),
    name: t.exposeString('name'),
    members: t.field({
      type: [Operator],
      description: 'By name, without those who are deactivated.',
      resolve: ({ id }, _args, { loaders }) => loaders.membersOfDepartment.load(id),
    }),
  }),
})

builder.prismaObjectField(Operator, 'departments', (t) =>
  t.field({
    type: [Department],
    resolve: ({ id }, _args, { loaders }) => loaders.departmentsOfUser.load(id),
  }),
)

builder.queryField('departments', (t) =>
  t.prismaConnection({
    type: Department,
    cursor: 'id',
    description: "The account's departments, by name.",
    authScopes: { signedIn: true },
    resolve: (query, _root, _args, context) =>
      context.services.db.department.findMany({
        ...query,
        where: { accountId: viewerOf(context).accountId },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      }),
  }),
)

verbMutation('createDepartment', {
  description: 'Admins only. CONFLICT when the name is taken.',
  input: (t) => ({ name: t.string(), memberIds: t.globalIDList({ for: [Operator] }) }),
  resolve: (context, { name, memberIds }) =>
    createDepartment(context.services, {
      viewer: viewerOf(context),
      name,
      memberIds: memberIds.map(({ id }) => id),
    }),
  payload: (t) => ({
    department: t.field({ type: Department, nullable: true, resolve: ({ value }) => value }),
  }),
})

verbMutation('updateDepartment', {
  description: 'Admins only. What is left out stays. `memberIds` are all members from then on.',
  input: (t) => ({
    id: t.globalID({ for: [Department] }),
    name: t.string({ required: false }),
    memberIds: t.globalIDList({ for: [Operator], required: false }),
  }),
  resolve: (context, { id, name, memberIds }) =>
    updateDepartment(context.services, {
      viewer: viewerOf(context),
      id: id.id,
      name,
      memberIds: memberIds?.map((member) => member.id),
    }),
  payload: (t) => ({
    department: t.field({ type: Department, nullable: true, resolve: ({ value }) => value }),
  }),
})

verbMutation('deleteDepartment', {
  description: 'Admins only. Its chats go on without a department.',
  input: (t) => ({ id: t.globalID({ for: [Department] }) }),
  resolve: (context, { id }) => deleteDepartment(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({ nullable: true, resolve: ({ value }) => value && encodeGlobalId('Department', value) }),
  }),
})
