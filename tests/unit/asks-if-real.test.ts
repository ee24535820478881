import { expect, test } from 'vitest'
import { asksIfReal } from '../../origin/chats/asks-if-real.ts'
import type { Locale } from '../../shared/i18n/locales.ts'

const QUESTIONS: Record<Locale, string[]> = {
  da: ['Er du ægte?', 'Er du et menneske eller en robot?', 'Findes du virkelig?'],
  de: ['Bist du echt?', 'Schreibe ich hier mit einem echten Menschen', 'Gibt es dich wirklich?', 'Du bist ein Bot, oder?'],
  en: ['Are you real?', 'hey, r u a bot??', 'Is this a real profile', 'You’re a bot, right?', 'Do you really exist'],
  es: ['¿Eres real?', '¿Hablo con una persona?', '¿Existes de verdad?'],
  fi: ['Oletko oikea ihminen?', 'oletko botti', 'Oletko edes olemassa?'],
  fr: ['Es-tu réelle ?', 'Tu es un robot ?', 'Est-ce que tu es une vraie personne', 'T’es vraie ?'],
  it: ['Sei reale?', 'Sto parlando con un bot?', 'Esisti davvero?'],
  nb: ['Er du ekte?', 'Snakker jeg med en robot', 'Finnes du?'],
  nl: ['Ben je echt?', 'Is dit een echt profiel', 'Besta je wel?'],
  pl: ['Czy jesteś prawdziwa?', 'Jesteś botem?', 'Czy rozmawiam z człowiekiem?'],
  sv: ['Är du äkta?', 'Är du en riktig människa', 'Finns du på riktigt?']
}

test('the question whether someone is real is recognised in all languages, with and without marks', () => {
  const all = Object.values(QUESTIONS).flat()
  expect(all.filter((text) => !asksIfReal(text))).toEqual([])
  const bare = all.map((text) =>
    text
      .toUpperCase()
      .normalize('NFD')
      .replace(/[\p{M}¿]/gu, '')
  )
  expect(bare.filter((text) => !asksIfReal(text))).toEqual([])
})

test('compliments and other questions aren’t taken for it', () => {
  const others = [
    'Hello there',
    'Du bist echt süß!',
    'Tu es une vraie perle',
    'C’est un vrai plaisir',
    'Where are you? I have a real dog',
    'Are you free on Friday?',
    'Er du hjemme i dag?',
    'Eres muy guapa, de verdad',
    'Jesteś piękna',
    'Mikä kone sinulla on?',
    'This is fun! Are you coming? Real food is there.'
  ]
  expect(others.filter(asksIfReal)).toEqual([])
})
