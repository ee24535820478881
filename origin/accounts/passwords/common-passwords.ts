import { invalidField } from '../../http/http-error.ts'

/** Words that most passwords are made of; even with digits and signs around them, they are the first ones tried. */
const WORDS = new Set(
  (
    'password passwort wachtwoord motdepasse contrasena contraseña salasana losenord lösenord adgangskode passord haslo hasło parola ' +
    'qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfghjkl zxcvbnm qazwsx qazwsxedc letmein welcome welkom willkommen bienvenue ' +
    'bienvenido benvenuto velkommen valkommen tervetuloa witaj iloveyou iloveu ichliebedich tequiero teamo jetaime tiamo kocham sunshine ' +
    'princess football baseball basketball superman batman spiderman starwars pokemon dragon monkey shadow master killer michael jennifer ' +
    'jordan hunter charlie liverpool chelsea arsenal barcelona realmadrid juventus ajax feyenoord bayern computer internet samsung google ' +
    'facebook instagram whatsapp trustno1 whatever changeme default administrator admin login access secret geheim hallo hello schatz ' +
    'loveme lovely sexy hottie mistress dominatrix slave bondage fetish bdsm pussy fuckyou fuckoff asshole flower freedom summer winter ' +
    'spring autumn sommer zomer ete verano estate lato monday friday january december abcdefgh abcdefghij aaaaaaaaaa'
  ).split(' ')
)

/** Digits in the order of the keyboard or the calendar, and repetitions. */
const PLAIN = /^(?:0?1234567890*|0987654321+|9876543210*|1q2w3e4r5t6?y?|1qaz2wsx3edc|q1w2e3r4t5|(.{1,4})\1+|\d{1,12})$/

/** Characters that people use in place of letters. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i'
}

/** Is it one of the first passwords an attacker would guess: a frequent word, disguised or with digits around it, or a row of keys? */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  if (PLAIN.test(folded)) return true
  const disguised = folded.replace(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign)
  const bare = (text: string) => text.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  const inner = [bare(folded), bare(disguised), bare(folded).replace(/[013457@$!]/g, (sign) => DISGUISES[sign] ?? sign)]
  return inner.some(
    (text) =>
      WORDS.has(text) ||
      (text.length % 2 === 0 && WORDS.has(text.slice(0, text.length / 2)) && text.slice(0, text.length / 2).repeat(2) === text)
  )
}

/** Throws the field error for a new password that is too common. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalidField('password', 'password_common')
}
