import { operatorFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const operatorsQuery = graphql(
  `
    query Operators($first: Int!, $after: String, $includeDeactivated: Boolean) {
      operators(first: $first, after: $after, includeDeactivated: $includeDeactivated) {
        edges {
          node {
            ...OperatorFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [operatorFields],
)

export const departmentsQuery = graphql(`
  query Departments($first: Int!, $after: String) {
    departments(first: $first, after: $after) {
      edges {
        node {
          id
          number
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Department = ResultOf<typeof departmentsQuery>['departments']['edges'][number]['node']

export const operatorInvitationsQuery = graphql(`
  query OperatorInvitations($first: Int!, $after: String) {
    operatorInvitations(first: $first, after: $after) {
      edges {
        node {
          id
          email
          role
          valid
          channels {
            id
            name
          }
          departments {
            id
            name
          }
          expiresAt
          createdAt
          invitedBy {
            id
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type OperatorInvitation = ResultOf<
  typeof operatorInvitationsQuery
>['operatorInvitations']['edges'][number]['node']

export const inviteOperatorMutation = graphql(
  `
    mutation InviteOperator($input: InviteOperatorInput!) {
      inviteOperator(input: $input) {
        link
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const revokeOperatorInvitationMutation = graphql(
  `
    mutation RevokeOperatorInvitation($input: RevokeOperatorInvitationInput!) {
      revokeOperatorInvitation(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const updateOperatorMutation = graphql(
  `
    mutation UpdateOperator($input: UpdateOperatorInput!) {
      updateOperator(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)

export const deactivateOperatorMutation = graphql(
  `
    mutation DeactivateOperator($input: DeactivateOperatorInput!) {
      deactivateOperator(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)

export const reactivateOperatorMutation = graphql(
  `
    mutation ReactivateOperator($input: ReactivateOperatorInput!) {
      reactivateOperator(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)

export const createDepartmentMutation = graphql(
  `
    mutation CreateDepartment($input: CreateDepartmentInput!) {
      createDepartment(input: $input) {
        department {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const updateDepartmentMutation = graphql(
  `
    mutation UpdateDepartment($input: UpdateDepartmentInput!) {
      updateDepartment(input: $input) {
        department {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const deleteDepartmentMutation = graphql(
  `
    mutation DeleteDepartment($input: DeleteDepartmentInput!) {
      deleteDepartment(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
