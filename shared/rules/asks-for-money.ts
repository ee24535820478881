/** Ways to send money that are hardly ever mentioned in a first message for another reason. Lower case, whole words. */
const WAYS =
  'western union|moneygram|paysafe ?card|gift ?cards?|steam cards?|itunes cards?|bitcoins?|usdt|crypto(?:currency)?|krypto|criptomonedas?|criptovalute|kryptowaluty?|paypal\\.me|geschenkkarten?|gutscheinkarten?|cadeaubonn?(?:en)?|cartes? cadeau|tarjetas? regalo|buon[oi] regalo|gavekort|presentkort|lahjakortt?i?a?|kart[yę] podarunkow[eąay]'

/** Asking for money, in each language. */
const ASKING = [
  '(?:send|lend|borrow|wire|transfer) (?:me )?(?:some |a little )?(?:money|cash)|money for (?:a |my )?(?:ticket|visa|hospital|flight)|invest(?:ing)? (?:with|together)',
  '(?:geld|geldbetrag) (?:schicken|überweisen|leihen)|(?:schick|überweise|leihe?) mir (?:bitte )?(?:etwas )?geld',
  '(?:stuur|leen|maak) me (?:alsjeblieft )?(?:wat )?geld|geld (?:lenen|overmaken|sturen)',
  "(?:envoie|prête|envoyer|prêter)(?:-moi|-m’en)? (?:de l[’']|un peu d[’'])argent|m[’']envoyer de l[’']argent",
  '(?:envía|envia|manda|presta)(?:me|rme) (?:algo de )?dinero|prestarme dinero',
  "(?:manda|invia|presta)(?:mi|rmi) (?:dei |un po[’'] di )?soldi|prestito di denaro",
  '(?:send|låne?|overfør)(?:e)? (?:mig|meg) (?:nogle |noen |litt )?peng(?:e|er)|låne peng(?:e|er)',
  '(?:skicka|låna|swisha) (?:mig |lite )?pengar',
  '(?:lähetä|lainaa|lainata|lähettää) (?:minulle )?rahaa',
  '(?:wyślij|pożycz|prześlij|pożyczyć) (?:mi )?(?:trochę )?pieni[ąę]dz[yea]'
].join('|')

/** Messengers by name; words that mean something else too, such as "signal", are left out. */
const MESSENGERS = 'whats ?app|telegram|snapchat|viber|wechat|google chat|hangouts'

const SUSPICIOUS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WAYS}|${ASKING}|${MESSENGERS})(?![\\p{L}\\p{N}])`, 'u')

/**
 * Does a first message ask for money or to go on in another messenger? The languages are not told apart: writers choose theirs. It only decides whether a
 * calm line is shown above the message, never what happens to it.
 */
export function asksForMoney(text: string): boolean {
  return SUSPICIOUS.test(text.toLowerCase())
}
