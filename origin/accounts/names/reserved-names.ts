import { poolOf, type Tenant } from '../../../shared/tenants/schema.ts'
import type { TenantStore } from '../../settings/store.ts'
import { skeletonOf } from './skeleton.ts'

/** Words that only the people who run a site may use, in its languages: no name may contain one. */
const OFFICES = (
  'admin administrator administration administrateur administratrice administrador administradora amministratore amministratrice ' +
  'administratör administratorin administratorka sysadmin webmaster postmaster superuser moderator moderatorin modérateur modératrice ' +
  'moderador moderadora moderatore moderatrice moderaattori moderatorka support helpdesk helpline customersupport customerservice ' +
  'customercare klantenservice kundenservice kundendienst kundeservice kundtjänst asiakaspalvelu serviceclient servicioalcliente ' +
  'atencionalcliente servizioclienti assistenza soporte supporto obsługaklienta biuroobsługi brukerstøtte ylläpito ylläpitäjä valvoja ' +
  'beheerder beheer betreiber staff official officieel offiziell officiel officielle oficial ufficiale officiell offisiell virallinen ' +
  'oficjalny oficjalna noreply'
).split(' ')

/** Words that are reserved when the name consists of nothing else, or of nothing but the brand besides. */
const ALONE = (
  'mod mods help info team service system security safety billing abuse contact operator root owner verified verification ' +
  'site website company the medewerker medewerkers ondersteuning systeem redactie hulp veiligheid mitarbeiter ' +
  'hilfe sicherheit redaktion équipe système assistance aide sécurité rédaction equipo sistema ayuda seguridad redacción personale sicurezza ' +
  'aiuto redazione hjælp hjælpen medarbejder sikkerhed redaktionen hjälp personal säkerhet redaktionen ansatt ansatte hjelp sikkerhet ' +
  'redaksjonen tuki henkilökunta tiimi järjestelmä turvallisuus apua toimitus pomoc wsparcie obsługa zespół bezpieczeństwo redakcja'
).split(' ')

/** Characters that people use in place of letters. */
const DISGUISES: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' }

/** A word reduced to its looks: no accents, no signs, and i the same as l. */
function bareOf(word: string): string {
  return skeletonOf(word)
    .replaceAll('i', 'l')
    .replaceAll(/[^\p{L}]/gu, '')
}

/** The ways a word may be meant to be read: without digits and signs around it, and with those that stand for letters replaced. */
function readingsOf(word: string): Set<string> {
  const inner = word.replaceAll(/^[\p{N}_.-]+|[\p{N}_.-]+$/gu, '')
  const undisguised = (text: string) => text.replaceAll(/[0134578]/g, (digit) => DISGUISES[digit] ?? digit)
  return new Set([inner, undisguised(inner), undisguised(word)].map(bareOf))
}

const offices = new Set(OFFICES.map(bareOf))
const known = new Set([...OFFICES, ...ALONE].map(bareOf))

/** Could a member with this name be mistaken for the staff of one of the pool's sites? */
export function isReservedName(name: string, tenants: Pick<TenantStore, 'all'>, pool: string): boolean {
  const words = name.normalize('NFKC').split(/[ _.-]+/)
  if (words.some((word) => [...readingsOf(word)].some((reading) => offices.has(reading)))) return true
  const terms = new Set([...known, ...tenants.all().flatMap(({ settings }) => (poolOf(settings) === pool ? brandsOf(settings) : []))])
  return [...readingsOf(words.join(''))].some((reading) => isMadeOf(reading, terms))
}

/** The names of a site: its name, its sender, and its domain up to the dot. */
function brandsOf({ name, mail_name: sender, domain }: Tenant): string[] {
  return [name, sender, domain.split('.')[0]!].map(bareOf).filter((brand) => brand.length > 2)
}

/** Is a text made of nothing but these terms, one or several? */
function isMadeOf(text: string, terms: ReadonlySet<string>): boolean {
  const reached = [text !== '']
  for (let end = 1; end <= text.length; end++) {
    reached[end] = Array.from({ length: end }, (_, start) => start).some((start) => reached[start] && terms.has(text.slice(start, end)))
  }
  return reached[text.length] === true && text !== ''
}
