import * as v from 'valibot'
import { LOCALES, type Locale } from '../i18n/locales.ts'
import { FICTIONAL_AUTHORS } from '../rules/authors.ts'
import { INTERESTS } from './interests.ts'
import { DEFAULT_MARK, MARKS } from './marks.ts'
import { CURRENCIES, PAYMENT_METHODS, PAYMENT_PROVIDERS } from './selling.ts'
import { PROFILE_NOTES } from './profile-fields.ts'
import { DEFAULT_SCENE, SCENES } from './scenes.ts'

/**
 * A tenant is one branded site. These entries are the only definition of its file: the editor's JSON Schema, the checks of `npm run tenants --
 * check`, the origin's settings and the edge's pages all come from them. Descriptions are the hover texts.
 *
 * Operators' files are read strictly (`TenantFile`, `CompanyFile`): an unknown key is a typing mistake. Stored rows and data between origin and edge
 * are read by `Tenant` and `Company`, which drop unknown keys and fill in defaults, so that different versions of the program understand each other
 * (docs/decisions/013).
 */

const d = v.description

const Host = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    'a host name in lower case (punycode), such as velvetdates.example'
  )
)
/** Also accepts a domain with non-ASCII letters, whose punycode has two dashes that the library's own rule rejects. */
const Email = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(
    /^[\w+-]+(\.[\w+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/,
    'an email address such as help@velvetdates.example'
  )
)
const TenantId = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{1,30}$/, 'lower case letters, digits and dashes, starting with a letter'))
const CountryCode = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'an ISO country code such as NL'))
const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'a colour such as #c0186a'))
const Credits = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000))
const ShortText = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** Minor units: 995 is 9.95. */
const Amount = v.pipe(v.number(), v.integer(), v.minValue(50), v.maxValue(1_000_000))
const BundleId = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'lower case letters, digits and dashes, such as "50"'))
const Currency = v.picklist(CURRENCIES)
/** Whether there is such a drawing is checked with the other files (lint.ts). */
const DrawingName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,30}$/, 'lower case letters, digits and dashes, starting with a letter'))
const Price = v.optional(Amount)
const PRICES = Object.fromEntries(CURRENCIES.map((currency) => [currency, Price])) as Record<(typeof CURRENCIES)[number], typeof Price>

export const PROFILE_FIELDS = [
  'gender',
  'sexuality',
  'age',
  'date_of_birth',
  'relationship_status',
  'body_type',
  'hair_colour',
  'eye_colour',
  'tattoos',
  'interests',
  'reason'
] as const

export const SEARCH_FIELDS = ['gender', 'country', 'countryregion', 'age'] as const

/** Makes the schema of an object: one that drops unknown keys, or one that rejects them. */
type ObjectSchema = typeof v.object
const refusing = v.strictObject as unknown as ObjectSchema

const Text = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(500)))
const TEXT_ENTRIES = Object.fromEntries(LOCALES.map((language) => [language, Text])) as Record<Locale, typeof Text>

/** A text by language; languages left out fall back to the domain language, then to English. */
const textsOf = (object: ObjectSchema) => object(TEXT_ENTRIES)

/** How long messages are kept by default. */
export const DEFAULT_HISTORY_MONTHS = 12

const tenantEntries = (object: ObjectSchema) => ({
  $schema: v.optional(v.string()),
  id: v.pipe(TenantId, d('Short name; also the file name and <id>.localhost in local mode.')),
  extends: v.optional(v.pipe(TenantId, d('Another tenant file that supplies the values this one leaves out (one level).'))),
  name: v.pipe(ShortText, d('Brand name as members see it.')),
  domain: v.pipe(Host, d('The canonical host.')),
  aliases: v.optional(v.pipe(v.array(Host), d('Other hosts that lead to the canonical one.')), []),
  pool: v.optional(v.pipe(TenantId, d('Members of one pool see each other across its domains. Default: its own id.'))),
  group: v.optional(v.pipe(TenantId, d('Domains of one brand in several countries (hreflang).'))),
  status: v.optional(
    v.pipe(
      v.picklist(['draft', 'live', 'paused', 'gone']),
      d('draft: preview hosts only; paused: 503, gone: 410, both except for what members have a right to.')
    ),
    'draft'
  ),
  demo: v.optional(v.pipe(v.boolean(), d('Demo tenants may show unproven example claims; production refuses them.')), false),
  domain_language: v.pipe(v.picklist(LOCALES), d('Language of the domain.')),
  countries: v.pipe(v.array(CountryCode), v.minLength(1), d('Countries members can choose; the first is the main country.')),
  niche: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(7),
    d('1 general, 2 BDSM, 3 casual, 4 mature, 5 gay, 6 lesbian, 7 couples.')
  ),
  interests: v.optional(v.pipe(v.array(v.picklist(INTERESTS)), d("Interests to choose from. Default: the niche's."))),
  index_title: v.pipe(textsOf(object), d('Title of the index page by language.')),
  description: v.pipe(textsOf(object), d('Meta description of the index page by language.')),
  theme: v.optional(
    v.pipe(
      object({
        primary: v.optional(Colour),
        secondary: v.optional(Colour),
        primary_dark: v.optional(Colour),
        secondary_dark: v.optional(Colour)
      }),
      d('Brand colours; readable text colours are computed.')
    ),
    {}
  ),
  scene: v.optional(
    v.pipe(
      DrawingName,
      v.examples([...SCENES]),
      d('Picture of the front page: one that comes with the program, or the name of a file in tenants/scenes/.')
    ),
    DEFAULT_SCENE
  ),
  mark: v.optional(
    v.pipe(
      DrawingName,
      v.examples(Object.keys(MARKS)),
      d('Mark beside the name and in icons: one that comes with the program, or the name of a file in tenants/marks/.')
    ),
    DEFAULT_MARK
  ),
  signups: v.optional(v.pipe(v.string(), d('all, with_trafficsource or none; anything else counts as none.')), 'none'),
  campaigns: v.optional(v.pipe(v.array(ShortText), d('Accepted traffic sources; empty: any.')), []),
  logged_out_search: v.optional(
    v.pipe(
      v.picklist(['all', 'limited', 'none']),
      d('What visitors see of the member search; limited: the first page, blurred pictures, first names, age bands and regions.')
    ),
    'none'
  ),
  logged_out_search_trafficsource: v.optional(
    v.pipe(v.picklist(['all', 'limited', 'none']), d('The same for visitors of a campaign.')),
    'none'
  ),
  enable_site_entry_popup: v.optional(v.pipe(v.boolean(), d('Entry warning in NL and DE.')), true),
  company_id: v.pipe(TenantId, d('Name of a file in tenants/companies/.')),
  mail_name: v.pipe(ShortText, d('Sender of mails and title of pushes; neutral, others see them too.')),
  support_email: v.pipe(Email, d('Shown on service pages.')),
  support_phone: v.optional(
    v.pipe(v.string(), v.regex(/^(\+?[0-9 ()-]{5,24})?$/, 'a phone number, or empty'), d('Dashes and spaces are stripped in links.')),
    ''
  ),
  us_legal_text: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(4000),
      d('Legal notices for visitors from the United States, in English, in the footer that those who read English see.')
    ),
    ''
  ),
  cdn_prefix: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(https:\/\/[a-z0-9.-]+)?$/, 'empty, or https://host'),
      d("Prefix of the addresses of members' small pictures; empty: its own host.")
    ),
    ''
  ),
  min_age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(18), v.maxValue(99), d('Never below 18.')), 18),
  time_zone: v.optional(v.pipe(ShortText, d('IANA time zone for daily limits.')), 'Europe/Amsterdam'),
  visible_profile_fields: v.optional(v.pipe(v.array(v.picklist(PROFILE_FIELDS)), d('Profile fields shown, in this order; empty: none.')), [
    ...PROFILE_FIELDS
  ]),
  visible_profile_notes: v.optional(
    v.pipe(v.array(v.picklist(PROFILE_NOTES)), d("Texts in a member's own words shown, in this order; empty: none.")),
    [...PROFILE_NOTES]
  ),
  search_fields: v.optional(v.pipe(v.array(v.picklist(SEARCH_FIELDS)), d('Filters of the member search.')), [...SEARCH_FIELDS]),
  message_credits: v.optional(v.pipe(Credits, d('Price of a message.')), 2),
  photo_credits: v.optional(v.pipe(Credits, d('Price of a locked photo.')), 1),
  gift_credits: v.optional(v.pipe(Credits, d('Price of a gift.')), 5),
  signup_credits: v.optional(v.pipe(Credits, d('Free credits of a new member.')), 4),
  message_length: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(4000), d('Longest message, in characters.')),
    1000
  ),
  payment_provider: v.optional(
    v.pipe(
      v.picklist(PAYMENT_PROVIDERS),
      d('Who takes the money. none: the brand sells nothing; sandbox: for demo brands, no money moves.')
    ),
    'none'
  ),
  bundles: v.optional(
    v.pipe(
      v.array(
        object({
          id: v.pipe(BundleId, d('Part of the address /credits/<id>.')),
          credits: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
          prices: v.pipe(object(PRICES), d('Price by currency in minor units, tax included: 995 is 9.95.'))
        })
      ),
      v.maxLength(8),
      d('Credits that members can buy.')
    ),
    []
  ),
  currencies: v.optional(
    v.pipe(v.record(CountryCode, Currency), d('Currency that members of a country pay in, if not the usual one.')),
    {}
  ),
  payment_methods: v.optional(
    v.pipe(
      v.record(CountryCode, v.pipe(v.array(v.picklist(PAYMENT_METHODS)), v.minLength(1))),
      d('Ways to pay by country, in this order. Default: everything that works there.')
    ),
    {}
  ),
  descriptor: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([A-Za-z0-9][A-Za-z0-9 .*-]{3,20}[A-Za-z0-9.])?$/, '5 to 22 letters, digits, spaces, dots, dashes or asterisks'),
      d('Text on the bank statement; neutral, and shown before paying.')
    ),
    ''
  ),
  creditor_id: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28})?$/, 'a SEPA creditor identifier such as DE98ZZZ09999999999'),
      d('SEPA creditor identifier, which mandates name. Required to offer direct debit.')
    ),
    ''
  ),
  directdebit_limits: v.optional(
    v.pipe(
      object({
        day: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), d('Per day, in minor units.')), 10_000),
        month: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), d('Per month, in minor units.')), 30_000)
      }),
      d('How much one member can pay by direct debit, in euro cents.')
    ),
    {}
  ),
  refund_days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(14), v.maxValue(365), d('Days to withdraw; never below 14.')), 14),
  chat_history_months: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(24), d('Older messages are deleted.')),
    DEFAULT_HISTORY_MONTHS
  ),
  photo_moderation: v.optional(
    v.pipe(v.picklist(['before', 'after']), d('before: no one else sees a photo until it is approved; after: it is shown at once.')),
    'before'
  ),
  fictional_profiles: v.optional(v.pipe(v.boolean(), d('Profiles made by the company may be shown, always labelled.')), false),
  fictional_excluded_countries: v.optional(
    v.pipe(v.array(CountryCode), d('None of them is shown to members from these countries, nor to anyone who is there.')),
    []
  ),
  fictional_author: v.optional(
    v.pipe(v.picklist(FICTIONAL_AUTHORS), d('Who writes in the name of these profiles; each message says so.')),
    'staff'
  ),
  fictional_icon: v.optional(v.pipe(v.picklist(['mask', 'star', 'info']), d('Icon of the label.')), 'mask'),
  fictional_warning: v.optional(v.pipe(textsOf(object), d('Warning on fictional profiles.')), {}),
  fictional_singular: v.optional(v.pipe(textsOf(object), d('Label of one.')), {}),
  fictional_plural: v.optional(v.pipe(textsOf(object), d('Label of several.')), {}),
  member_resell: v.optional(v.pipe(v.boolean(), d('Members may opt in to being shown in other pools.')), false),
  explicit_account_errors: v.optional(
    v.pipe(v.boolean(), d('Say whether an address has an account. Reveals membership; keep off.')),
    false
  ),
  auto_like: v.optional(v.pipe(v.picklist(['off', 'suggestion', 'consented']), d('Greeting of newcomers; never an invented like.')), 'off'),
  claims: v.optional(
    v.pipe(
      object({ premium_chance_percent: v.optional(v.number()), source: v.optional(ShortText), measured_on: v.optional(ShortText) }),
      d('Claims need a source.')
    ),
    {}
  ),
  age_assurance: v.optional(v.pipe(v.picklist(['none', 'self', 'provider']), d('Proof of age beside the date of birth.')), 'none'),
  hsts: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      d('max-age of Strict-Transport-Security in seconds: a day until https works on every subdomain, then two years (63072000).')
    ),
    86400
  ),
  distinct_profiles_per_hour: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(10), d('Profiles one member, or visitor, may open an hour.')),
    300
  ),
  distinct_cards_per_hour: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(100), d('Profiles that searches and suggestions show one member, or visitor, an hour.')),
    2000
  )
})

/** The operator's own drawings, copied from their files when the brand is published: every origin and edge then has them, and a rollback too. */
const Drawings = v.object({
  scene: v.optional(v.string()),
  mark: v.optional(v.object({ viewBox: v.string(), shapes: v.array(v.tuple([v.string(), v.picklist(['primary', 'secondary'])])) }))
})

export const Tenant = v.object({ ...tenantEntries(v.object), drawings: v.optional(Drawings) })
export type Tenant = v.InferOutput<typeof Tenant>
/** The same as written in an operator's file. */
export const TenantFile = refusing(tenantEntries(refusing))

const companyEntries = {
  $schema: v.optional(v.string()),
  id: TenantId,
  name: ShortText,
  address: ShortText,
  city: ShortText,
  country: CountryCode,
  kvk: v.pipe(ShortText, d('Registration number.')),
  tradenames: v.array(ShortText),
  vat_numbers: v.array(ShortText),
  support_phone: v.optional(v.string(), ''),
  delete_discount: v.optional(v.pipe(v.boolean(), d('One offer below the delete button, never blocking.')), false),
  added: v.pipe(v.string(), v.isoDate('a date such as 2025-05-01'), d('Day the company was added; terms count from it.'))
}

export const Company = v.object(companyEntries)
export type Company = v.InferOutput<typeof Company>
/** The same as written in an operator's file. */
export const CompanyFile = refusing(companyEntries)

/** A tenant as it is served: file, inherited values and defaults merged, with its company and version. */
export interface TenantRecord {
  settings: Tenant
  company: Company
  version: number
  /** Public half of the VAPID pair, base64url. Edges get it from the origin: it is in no file. */
  push_public_key?: string
  /** Can the installation send text messages? Edges get it from the origin; the build's copy doesn't know. */
  sends_texts?: boolean
}

/** The pool whose members this tenant shows. */
export function poolOf(tenant: Pick<Tenant, 'id' | 'pool'>): string {
  return tenant.pool ?? tenant.id
}
