import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../bin/postgres/embedded.ts'
import { CAST } from '../origin/demo/cast.ts'
import { SESSION_SECONDS, sessionToken } from '../shared/auth/session-token.ts'
import { contest, load, start, type Asked, type Server } from './contest.ts'
import { nodeFlags } from './npm-script.ts'
import { contentOf, pageOf } from './page-of.ts'
import { processorTime } from './processor.ts'

const MEMBER = CAST.find(({ name }) => name === 'Anna')!
export const TENANT = { id: MEMBER.tenant, domain: `${MEMBER.tenant}.example`, pool: 'dusk' }
/** The secret that the bench's own server (servers/product.ts) shares with its origin. */
export const EDGE_SECRET = 'a secret that only this bench knows of'
/** Warm-up until the code is compiled, and duration of the measurement, in seconds. */
const WARMING = 6
const MEASURING = 6
/** A member who has more than a page shows. */
const MANY = { conversations: 200, likes: 5_000 }

/**
 * Pages that show members, in a demo world in one process: processor time of Node and of PostgreSQL for each, their size, and each compared to a
 * plain React render of an equal page with prepared SQL statements of plain `pg` (goal: 0.5 of its throughput).
 */
export async function memberPage() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tether-member-page-'))
  const database = await startEmbedded({ dataDir, log: () => {} })
  const product = await start('product', { DATABASE_URL: database.socketUrl, DATA_DIR: dataDir, APP_ENV: 'local' }, nodeFlags('start'))
  const sql = new pg.Pool({ connectionString: database.socketUrl, max: 1 })
  try {
    const member = await logIn(sql, MEMBER.email)
    const rows: Record<string, Record<string, string | number>> = {}
    // Without a search in the address, a member is redirected to their own.
    const cases = { '/members': '/members?anyone=1', '/settings': '/settings', '/chats': '/chats', '/members of a visitor': '/members' }
    for (const [name, path] of Object.entries(cases)) {
      const headers = name.endsWith('visitor') ? VISITOR : member.headers
      const ask: Asked = { path, headers }
      rows[name] = { ...(await costOf(product, database.pid, ask)), ...(await besideReact(product, database, ask, member)) }
    }
    const popular = await makePopular(sql, member.id)
    for (const path of ['/members?anyone=1', '/settings', '/chats'])
      rows[`${path} of someone with ${popular}`] = await costOf(product, database.pid, { path, headers: member.headers })
    return rows
  } finally {
    product.stop()
    await sql.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const VISITOR = { host: TENANT.domain }

interface LoggedIn {
  id: number
  headers: Record<string, string>
  sessionHash: Buffer
}

/** A session of the member with this address. */
export async function logIn(sql: pg.Pool, email: string): Promise<LoggedIn> {
  const id = randomBytes(32).toString('base64url')
  const sessionHash = createHash('sha256').update(id).digest()
  const { rows } = await sql.query<{ id: string }>('select id from members where email = $1', [email])
  const member = Number(rows[0]!.id)
  await sql.query(
    `insert into sessions (id_hash, member_id, tenant, created_at, renewed_at, expires_at) values ($1, $2, $3, now(), now(), now() + '30 days')`,
    [sessionHash, member, TENANT.id]
  )
  const token = await sessionToken(EDGE_SECRET, TENANT.id, id, Math.floor(Date.now() / 1000) + SESSION_SECONDS)
  return { id: member, sessionHash, headers: { host: TENANT.domain, cookie: `__Host-auth=${token}` } }
}

/** Processor time of a page in ms, of Node and of PostgreSQL, and its size. Pages sent without their content are an error of the bench. */
export async function costOf(product: Server, database: number, ask: Asked) {
  await load(product, WARMING, [ask])
  const whole = Buffer.byteLength(await pageOf(product.url + ask.path, ask.headers))
  const [node, postgres] = [await product.processor(), processorTime(database)]
  const { perSecond, bytes } = await load(product, MEASURING, [ask])
  const [ofNode, ofPostgres] = [(await product.processor()) - node, processorTime(database) - postgres]
  // Negated, so that it also fails for NaN, when no answer came.
  if (!(bytes >= whole * 0.9)) throw new Error(`${ask.path}: an answer had ${Math.round(bytes)} bytes, the whole page has ${whole}`)
  const pages = perSecond * MEASURING
  const inMs = (seconds: number) => ((seconds * 1000) / pages).toFixed(2)
  return {
    'Node, ms': inMs(ofNode),
    'PostgreSQL, ms': inMs(ofPostgres),
    'pages/s': Math.round(perSecond),
    'HTML, KB': (whole / 1024).toFixed(1)
  }
}

async function besideReact(product: Server, database: { socketUrl: string; pid: number }, ask: Asked, member: LoggedIn) {
  const page = product.url + ask.path
  const plain = await start('react', {
    BENCH_PAGE: page,
    BENCH_HEADERS: JSON.stringify(ask.headers),
    BENCH_STATEMENTS: JSON.stringify(statementsOf(ask, member)),
    DATABASE_URL: database.socketUrl
  })
  try {
    const [one, other] = [await pageOf(page, ask.headers), await pageOf(plain.url + ask.path!, ask.headers)].map(contentOf)
    if (one !== other) throw new Error(`The two pages do not show the same:\n${one}\n${other}`)
    // The database works for one side at a time.
    const withDatabase = (server: Server): Server => ({
      ...server,
      processor: async () => (await server.processor()) + processorTime(database.pid)
    })
    const { ratio, min, max, ours, reference } = await contest(withDatabase(product), withDatabase(plain), [ask])
    const [middle, least, most] = [ratio, min, max].map((value) => value.toFixed(2))
    // Both in the same rounds, so that the one says how fast the machine was for the other.
    return {
      'beside React': `${middle} (${least} to ${most})`,
      'ours, ms': (1000 / ours).toFixed(2),
      'React, ms': (1000 / reference).toFixed(2)
    }
  } finally {
    plain.stop()
  }
}

/** The statements a plain server would send to its database for each page. */
function statementsOf({ path, headers }: Asked, { id, sessionHash }: LoggedIn) {
  const frame = [
    {
      text: `select members.*, photos.public_id as photo, ledger_accounts.balance from sessions join members on members.id = sessions.member_id
        left join photos on photos.id = members.main_photo_id left join ledger_accounts on (ledger_accounts.member_id, account, unit) = (members.id, 'member', 'credits')
        where id_hash = decode($1, 'hex') and tenant = $2 and expires_at > now()`,
      values: [sessionHash.toString('hex'), TENANT.id]
    },
    {
      text: `select (select coalesce(sum(unread), 0) from participants where member_id = $1 and not hidden) as unread,
        (select count(*) from likes where liked_id = $1 and is_new) as likes`,
      values: [id]
    }
  ]
  const cards = `members.public_id, name, date_of_birth, gender, country, region, fictional, last_seen_at, photos.public_id as photo
    from members join presence on presence.member_id = members.id left join photos on photos.id = members.main_photo_id and photos.status = 'active'`
  const shown = `pool = $1 and members.status = 'confirmed' and profile_status = 'active' and shown_to_visitors`
  const search = [
    { text: `select count(*) from members where ${shown}`, values: [TENANT.pool] },
    { text: `select ${cards} where ${shown} order by active_day desc, members.id limit 20`, values: [TENANT.pool] }
  ]
  const own: Record<string, { text: string; values: unknown[] }[]> = {
    '/members': search,
    '/settings': [{ text: 'select kind, frequency from mail_preferences where member_id = $1', values: [id] }],
    '/chats': [
      {
        text: `select own.unread, conversations.public_id, messages.text, messages.created_at, ${cards
          .replace('from members', 'from participants own join members on members.id = own.other_id')
          .replace(
            'left join photos',
            'join conversations on conversations.id = own.conversation_id left join messages on messages.conversation_id = own.conversation_id and messages.position = conversations.last_position left join photos'
          )}
          where own.member_id = $1 and not own.hidden order by own.last_message_at desc limit 100`,
        values: [id]
      }
    ]
  }
  return [...(headers.cookie ? frame : []), ...own[path!.split('?')[0]!]!]
}

/** Gives a member conversations with and likes from copies of someone else; returns how many. */
async function makePopular(sql: pg.Pool, member: number): Promise<string> {
  const like = `select * from members where pool = '${TENANT.pool}' and status = 'confirmed' and id <> ${member} order by id limit 1`
  await sql.query(`
    create temp table copies as select numbers.number, source.* from generate_series(1, ${MANY.likes}) numbers(number), (${like}) source;
    update copies set id = nextval(pg_get_serial_sequence('members', 'id')), main_photo_id = null,
      public_id = 'copy-' || lpad(number::text, 17, '0'), email_key = 'copy-' || number, name_key = 'copy-' || number, name_skeleton = 'copy-' || number;
    alter table copies drop column number;
    insert into members overriding system value select * from copies;
    insert into likes (liker_id, liked_id, created_at) select id, ${member}, now() from copies;
    create temp table talks as
      select nextval(pg_get_serial_sequence('conversations', 'id')) as talk, id as other from copies order by id limit ${MANY.conversations};
    insert into conversations (id, public_id, first_id, second_id, opened_by, created_at, last_message_at, last_position) overriding system value
      select talk, 'talk-' || lpad(talk::text, 17, '0'), ${member}, other, other, now(), now(), 1 from talks;
    insert into participants (conversation_id, member_id, other_id, last_message_at, unread)
      select talk, ${member}, other, now(), 1 from talks union all select talk, other, ${member}, now(), 0 from talks;
    insert into messages (public_id, conversation_id, position, sender_id, client_id, text, created_at)
      select 'word-' || lpad(talk::text, 17, '0'), talk, 1, other, 'copy-' || talk, 'Good evening', now() from talks;
    analyze`)
  return `${MANY.conversations} conversations and ${MANY.likes} likes`
}
