import { geoOf } from '../../domain/visits/geo-of.ts'
import type { CleanItem } from '../../domain/visits/identity/custom-data.ts'
import type { Step, Utm } from '../../domain/visits/page.ts'
import type { VisitInvitation, Visit as VisitRow } from '../../generated/prisma/client.ts'
import type { Geo } from '../../http/geo-ip.ts'
import { builder } from '../kit/builder.ts'
import { parseDateTime } from '../kit/parse-date-time.ts'
import { related } from '../kit/related.ts'
import { Operator } from '../operators.ts'
import { Visitor } from '../visitors.ts'

const VisitStep = builder.objectRef<Step>('VisitStep').implement({
  description: 'A page that a visitor went to.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'Its address. It can be any text: show it as a link only when it is an http(s) address.',
    }),
    title: t.exposeString('title', { description: 'Its title; empty when it is unknown.' }),
    at: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When they opened it.',
      resolve: ({ at }) => parseDateTime(at) ?? null,
    }),
  }),
})

const VisitCampaign = builder.objectRef<Utm>('VisitCampaign').implement({
  description: 'The campaign that led to the website, from the address (`utm_source` …).',
  fields: (t) => ({
    source: t.exposeString('source', { nullable: true, description: 'From `utm_source`.' }),
    medium: t.exposeString('medium', { nullable: true, description: 'From `utm_medium`.' }),
    campaign: t.exposeString('campaign', { nullable: true, description: 'From `utm_campaign`.' }),
    content: t.exposeString('content', { nullable: true, description: 'From `utm_content`.' }),
    term: t.exposeString('term', { nullable: true, description: 'From `utm_term`.' }),
  }),
})

const VisitPlace = builder.objectRef<Geo>('VisitPlace').implement({
  description: 'The location of an IP address, as far as the database knows it. Unknown values are empty.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'The name of the country.' }),
    countryCode: t.exposeString('countryCode', { description: 'The country, ISO 3166-1 alpha-2.' }),
    region: t.exposeString('region', { description: 'The name of the region.' }),
    city: t.exposeString('city', { description: 'The name of the city.' }),
    organization: t.exposeString('organization', { description: 'The company that the network belongs to.' }),
  }),
})

const CustomItem = builder.objectRef<CleanItem>('CustomDataItem').implement({
  description: 'Data of the page about the visitor. It may be forged. All of it is plain text.',
  fields: (t) => ({
    content: t.exposeString('content', { description: 'The text; up to 2000 characters.' }),
    title: t.exposeString('title', { nullable: true, description: 'Shown above it; up to 200 characters.' }),
    key: t.exposeString('key', {
      nullable: true,
      description: 'Shown in bold before the text and a colon; up to 200 characters.',
    }),
    link: t.exposeString('link', {
      nullable: true,
      description: 'Where a click leads to, on a safe URL. Null when there is no link, or it was removed.',
    }),
    linkRemoved: t.exposeBoolean('linkRemoved', {
      description: 'Whether a link was removed, because its host is not one of `DeveloperSettings.safeUrls`.',
    }),
  }),
})

const PendingInvitation = builder.objectRef<VisitInvitation>('PendingVisitInvitation').implement({
  description: 'An invitation to a chat that a visitor of a website has not answered.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text of the invitation.' }),
    operator: t.field({
      type: Operator,
      description: 'Who invited them.',
      resolve: ({ userId }, _args, { loaders }, info) => related(loaders.user, userId, info),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were invited.' }),
  }),
})

const VisitorDetails = builder.objectRef<VisitRow>('VisitorDetails').implement({
  description: 'What the widget knows about a visitor of a website.',
  fields: (t) => ({
    onSite: t.boolean({
      description: 'Whether they are on the website now.',
      resolve: ({ channelId, visitorId }, _args, { loaders }) =>
        loaders.onSite.load({ channelId, visitorId }),
    }),
    invitation: t.field({
      type: PendingInvitation,
      nullable: true,
      description:
        'The invitation to a chat that they have not answered. Null when there is none. `visitChanges` reports when it changes.',
      resolve: ({ visitorId }, _args, { loaders }) => loaders.pendingInvitationOfVisitor.load(visitorId),
    }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'The first language of their browser (BCP 47). Null when it is not known.',
    }),
    pageTitle: t.exposeString('title', {
      description: 'The title of the page where they are, `Visitor.pageUrl`.',
    }),
    referrer: t.exposeString('referrer', {
      nullable: true,
      description: 'Where they came from. It can be any text.',
    }),
    campaign: t.field({
      type: VisitCampaign,
      nullable: true,
      description: 'The campaign that led them there.',
      resolve: ({ utm }) => utm as Utm | null,
    }),
    trail: t.field({
      type: [VisitStep],
      description: 'The pages of this visit, oldest first; at most 30.',
      resolve: ({ trail }) => trail as Step[],
    }),
    pages: t.exposeInt('pages', { description: 'How many pages they have seen in this visit.' }),
    visits: t.exposeInt('visits', {
      description: 'How many visits they have made; after half an hour without a page, another one begins.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The User-Agent header of their browser.',
    }),
    address: t.exposeString('address', { nullable: true, description: 'Their IP address.' }),
    place: t.field({
      type: VisitPlace,
      nullable: true,
      description:
        'The location of the address. Null without GEOIP_DATABASE, and when that does not contain the address.',
      resolve: ({ geo }) => geoOf(geo),
    }),
    customData: t.field({
      type: [CustomItem],
      description: 'Data of the page about them, in the order of the page; at most 10 items.',
      resolve: ({ customData }) => customData as CleanItem[],
    }),
    attributes: t.expose('attributes', {
      type: 'JSON',
      description: 'Other data of the page about them: an object of at most 50 plain values.',
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When this visit began.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'When they opened the last page.' }),
  }),
})

builder.prismaObjectFields(Visitor, (t) => ({
  details: t.field({
    type: VisitorDetails,
    nullable: true,
    description: 'What the widget knows about the visitor. Null for visitors of other channels.',
    resolve: ({ id }, _args, { loaders }) => loaders.visit.load(id),
  }),
  customerId: t.exposeString('userToken', {
    nullable: true,
    description: 'The company’s own identifier, as the page set it (`setUserToken`).',
  }),
  isVerified: t.boolean({
    description: 'Whether `customerId` was signed with the identity secret. Otherwise it may be forged.',
    resolve: ({ identity, userToken }) => identity !== null && identity === userToken,
  }),
}))
