import { createDepartment } from '../domain/departments/create-department.ts'
import { deleteDepartment } from '../domain/departments/delete-department.ts'
import { updateDepartment } from '../domain/departments/update-department.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'

export const Department = builder.prismaNode('Department', {
  id: { field: 'id' },
  nullable: true,
  description: 'A group of operators that a chat can be handed to.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    number: t.exposeInt('number', {
      description:
        'Its number, by which webhooks and the widget script refer to it: departments are numbered 1, 2, 3 … in each account.',
    }),
    name: t.exposeString('name'),
    members: t.field({
      type: [Operator],
      description: `Its operators, by name, without deactivated ones; at most ${MAX_LIST}.`,
      resolve: ({ id }, _args, { loaders }) => loaders.membersOfDepartment.load(id),
    }),
  }),
})

const DepartmentConnection = connectionOf('Department', Department, { counted: 'always' })

builder.prismaObjectField(Operator, 'departments', (t) =>
  t.field({
    type: [Department],
    description: `The departments that the operator belongs to, by name; at most ${MAX_LIST}.`,
    resolve: ({ id }, _args, { loaders }) => loaders.departmentsOfUser.load(id),
  }),
)

builder.queryField('departments', (t) =>
  t.prismaConnection(
    {
      type: Department,
      cursor: 'id',
      description: 'The departments of the account, by name.',
      authScopes: { signedIn: true },
      totalCount: (_root, _args, context) =>
        context.services.db.department.count({ where: { accountId: viewerOf(context).accountId } }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'Department' },
          context.services.db.department.findMany({
            ...query,
            where: { accountId: viewerOf(context).accountId },
            orderBy: [{ name: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    DepartmentConnection,
  ),
)

verbMutation('createDepartment', {
  description: 'Admins only. Creates a department.',
  errors: ['BLANK', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: '1 to 100 characters.' }),
    memberIds: t.globalIDList({ for: [Operator], description: `The operators in it; at most ${MAX_LIST}.` }),
  }),
  joinsProblems: true,
  resolve: (context, { memberIds, ...input }, problems) =>
    createDepartment(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      memberIds: memberIds.map(({ id }) => id),
    }),
  payload: (t) => ({
    department: t.field(returned(Department, 'The department, as it is now.')),
  }),
})

verbMutation('updateDepartment', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Department], description: 'The department to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    memberIds: t.globalIDList({
      for: [Operator],
      required: false,
      description: `All operators in it, replacing the current ones; at most ${MAX_LIST}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, name, memberIds }, problems) =>
    updateDepartment(context.services, {
      viewer: viewerOf(context),
      problems,
      id: id.id,
      name,
      memberIds: memberIds?.map((member) => member.id),
    }),
  payload: (t) => ({
    department: t.field(returned(Department, 'The department, as it is now.')),
  }),
})

verbMutation('deleteDepartment', {
  description: 'Admins only. Its chats continue without a department.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Department], description: 'The department to delete.' }) }),
  resolve: (context, { id }) => deleteDepartment(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('Department', 'The id of the deleted department.')),
  }),
})
