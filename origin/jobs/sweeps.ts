import { purgeExpiredQuotas } from '../accounts/daily-quota.ts'
import { deleteUnused } from '../accounts/life-cycle/delete-unused.ts'
import { purgeDeletionMarks, writeDeletionMarks } from '../accounts/life-cycle/deletion-marks.ts'
import { eraseMembers } from '../accounts/life-cycle/erase-members.ts'
import { fillSkeletons } from '../accounts/names/fill-skeletons.ts'
import { purgeExpiredTracking } from '../accounts/life-cycle/purge-expired-tracking.ts'
import { purgeExpiredFailures } from '../accounts/sessions/login-failures.ts'
import { purgeExpiredSessions } from '../accounts/sessions/sessions.ts'
import { purgeExpiredTokens } from '../accounts/links/tokens.ts'
import { deleteOldMessages } from '../chats/delete-old-messages.ts'
import { mailAnswers } from '../complaints/mail-answers.ts'
import { purgeExpiredComplaints } from '../complaints/store.ts'
import type { Deps } from '../deps.ts'
import { purgeLikesTakenBack } from '../likes/store.ts'
import { purgeExpiredEvents } from '../events/store.ts'
import { purgeExpiredKeys } from '../http/idempotency.ts'
import { sendDigests } from '../digests/send-digests.ts'
import { sendMails } from '../mails/send-mails.ts'
import { purgeExpiredLog } from '../moderation/log.ts'
import { endSuspensions } from '../moderation/lift-restriction.ts'
import { purgeBannedAddresses } from '../moderation/banned-addresses.ts'
import { purgeBannedPictures } from '../moderation/banned-pictures.ts'
import { purgeOrphanedClaims } from '../moderation/queue.ts'
import { purgeLetters } from '../outbox/store.ts'
import { removeLooseFiles } from '../photos/files.ts'
import { runPayments } from '../payments/run-payments.ts'
import { sendPushes } from '../push/send-pushes.ts'
import { recountMembers } from '../search/recount.ts'
import { purgeExpiredMandates } from '../directdebit/store.ts'
import { sendStatements } from '../statements/send-statements.ts'
import { sendSms } from '../sms/send-sms.ts'
import { purgeExpiredReports } from '../reports/store.ts'
import { purgeExpiredBounces, purgeExpiredVisits } from '../visits/store.ts'
import { sweepEach, type Sweeps } from './sweep-each.ts'

/** Each is safe to run at any moment and in several processes at once. */
const SWEEPS: Sweeps = {
  news: sendDigests,
  answers: mailAnswers,
  unusedMembers: deleteUnused,
  deletedMembers: eraseMembers,
  deletionMarks: writeDeletionMarks,
  oldDeletionMarks: purgeDeletionMarks,
  oldMessages: deleteOldMessages,
  oldLetters: purgeLetters,
  keys: purgeExpiredKeys,
  sessions: purgeExpiredSessions,
  tokens: purgeExpiredTokens,
  failures: purgeExpiredFailures,
  quotas: purgeExpiredQuotas,
  complaints: purgeExpiredComplaints,
  reports: purgeExpiredReports,
  suspensions: endSuspensions,
  moderation: purgeExpiredLog,
  claims: purgeOrphanedClaims,
  bans: purgeBannedAddresses,
  bannedPictures: purgeBannedPictures,
  visits: purgeExpiredVisits,
  bounces: purgeExpiredBounces,
  likes: purgeLikesTakenBack,
  tracking: purgeExpiredTracking,
  names: fillSkeletons,
  events: purgeExpiredEvents,
  totals: recountMembers,
  photos: removeLooseFiles,
  unfinishedFiles: ({ media }) => media.tidy(),
  payments: runPayments,
  mandates: purgeExpiredMandates,
  statements: sendStatements,
  // Last: a hanging push service then blocks nothing else.
  pushes: sendPushes,
  sms: sendSms,
  mails: sendMails
}

/** Does everything that is due; failures are logged and left for the next time. */
export async function runSweeps(deps: Deps): Promise<void> {
  await sweepEach(deps, SWEEPS)
}
