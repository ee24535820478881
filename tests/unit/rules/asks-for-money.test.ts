import { expect, test } from 'vitest'
import { asksForMoney } from '../../../shared/rules/asks-for-money.ts'

test.each([
  'Can you send me some money for a ticket?',
  'Write me on WhatsApp, I am never here',
  'Do you have Telegram?',
  'Buy me a gift card please',
  'I earn well with Bitcoin, invest with me',
  'Kannst du mir Geld überweisen?',
  'Schick mir bitte etwas Geld',
  'Kun je geld overmaken?',
  'Peux-tu m’envoyer de l’argent ?',
  '¿Puedes prestarme dinero?',
  'Puoi prestarmi dei soldi?',
  'Kan du sende mig nogle penge? Eller låne penge?',
  'Kan du swisha pengar?',
  'Voitko lainata rahaa?',
  'Pożycz mi trochę pieniędzy',
  'Vil du låne penger til meg?'
])('a warning above: %s', (text) => {
  expect(asksForMoney(text)).toBe(true)
})

test.each([
  'Hi, how was your weekend?',
  'Money isn’t everything, is it?',
  'I work at a bank and love the sea',
  'Your smile sends a signal',
  'Ich habe kein Geld für Urlaub, aber viel Zeit',
  'Ik geef niets om geld',
  'L’argent ne fait pas le bonheur',
  'El dinero no da la felicidad',
  'I soldi non fanno la felicità',
  'Penge er ikke alt',
  'Raha ei tuo onnea',
  'Pieniądze to nie wszystko',
  'Tickets for the concert on Friday? I have two',
  'My niece lives in Viborg',
  'I read cryptic crosswords',
  'A gift for my sister, and a card'
])('none above: %s', (text) => {
  expect(asksForMoney(text)).toBe(false)
})
