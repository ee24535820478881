import type { AccountsTables } from './tables/accounts.ts'
import type { ChatsTables } from './tables/chats.ts'
import type { ComplaintsTables } from './tables/complaints.ts'
import type { ConsentsTables } from './tables/consents.ts'
import type { CreditsTables } from './tables/credits.ts'
import type { DirectDebitTables } from './tables/directdebit.ts'
import type { DiscountsTables } from './tables/discounts.ts'
import type { EventsTables } from './tables/events.ts'
import type { GiftsTables } from './tables/gifts.ts'
import type { IdempotencyTables } from './tables/idempotency.ts'
import type { LikesTables } from './tables/likes.ts'
import type { LimitsTables } from './tables/limits.ts'
import type { MailsTables } from './tables/mails.ts'
import type { MatchFinderTables } from './tables/match-finder.ts'
import type { MembersTables } from './tables/members.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { OrdersTables } from './tables/orders.ts'
import type { OutboxTables } from './tables/outbox.ts'
import type { PhotosTables } from './tables/photos.ts'
import type { PushTables } from './tables/push.ts'
import type { ReportsTables } from './tables/reports.ts'
import type { SafetyTables } from './tables/safety.ts'
import type { SearchTables } from './tables/search.ts'
import type { SettingsTables } from './tables/settings.ts'
import type { StatementsTables } from './tables/statements.ts'
import type { SwipeTables } from './tables/swipe.ts'
import type { VisitsTables } from './tables/visits.ts'

/** Every table of the database; each noun's tables are in its own file. */
export interface Tables
  extends
    AccountsTables,
    ChatsTables,
    ComplaintsTables,
    ConsentsTables,
    CreditsTables,
    DirectDebitTables,
    DiscountsTables,
    EventsTables,
    GiftsTables,
    IdempotencyTables,
    LikesTables,
    LimitsTables,
    MailsTables,
    MatchFinderTables,
    MembersTables,
    ModerationTables,
    OrdersTables,
    OutboxTables,
    PhotosTables,
    PushTables,
    ReportsTables,
    SafetyTables,
    SearchTables,
    SettingsTables,
    StatementsTables,
    SwipeTables,
    VisitsTables {}
