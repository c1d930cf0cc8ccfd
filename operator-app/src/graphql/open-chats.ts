import { graphql } from './graphql.ts'

export const openChatCountQuery = graphql(`
  query OpenChatCount($of: ID!) {
    openChatCount(of: $of)
  }
`)
