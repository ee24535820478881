import type { Locale } from '../../shared/i18n/locales.ts'
import { fold } from '../../shared/text/fold.ts'

/**
 * How people ask whether they are writing to a real person, in words as `plain` leaves them: one of `asks`, or of `says` in a sentence that ends with
 * a question mark, with one of `words` soon after it; or one of `whole` that ends as a question or ends the message.
 */
interface Question {
  asks: string
  says: string
  words: string
  whole: string
}

const QUESTIONS: Record<Locale, Question> = {
  da: {
    asks: 'er du|er dette|(?:taler|skriver|chatter|snakker) jeg med',
    says: 'du er',
    words:
      'aegte|en rigtig|et rigtigt|en virkelig|et menneske|menneske|fake|falsk|en bot|bot|en robot|robot|chatbot|ai|en maskine|en computer|fiktiv|opdigtet',
    whole: 'findes du|eksisterer du'
  },
  de: {
    asks: 'bist du|sind sie|ist das(?: hier)?|ist dein profil|ist dieses profil|(?:schreibe?|chatte|rede|spreche) ich(?: hier)? mit',
    says: 'du bist',
    words:
      'echt|echte[rns]?|real|reale[rns]?|ein mensch|einem menschen|fake|ein bot|einem bot|bot|roboter|chatbot|ki|eine maschine|ein computer|ein programm|fiktiv|erfunden',
    whole: 'gibt es dich|gibts dich|existierst du'
  },
  en: {
    asks: '(?:are|r) (?:you|u)|is (?:this|that|it)|is (?:this|your) profile|am i (?:talking|chatting|writing|speaking|texting) (?:to|with)',
    says: 'you are|you re|youre|you(?= an?\\b)|this is|i m (?:talking|chatting|writing|speaking) (?:to|with)',
    words:
      'real|for real|human|a human|fake|a bot|bot|bots|a robot|robot|chatbot|chat bot|ai|a i|a machine|a computer|a program|automated|genuine|fictional',
    whole: 'do you(?: really| even| actually)? exist'
  },
  es: {
    asks: 'es usted|(?:hablo|estoy hablando|chateo|estoy chateando|escribo) con',
    says: 'eres|esto es|es esto|este perfil es|es este perfil',
    words:
      'real|de verdad|verdader[ao]|humano|humana|una persona|fals[ao]|fake|un bot|bot|un robot|robot|chatbot|ia|una maquina|un programa|fictici[ao]',
    whole: 'existes(?: de verdad| realmente)?'
  },
  fi: {
    asks: 'oletko|ootko|oletteko|onko (?:tama|taa|tama profiili|profiilisi)|(?:puhunko|juttelenko|kirjoitanko)',
    says: 'sa olet|sina olet|saa oot',
    words:
      'aito|oikea|todellinen|feikki|fake|botti|robotti|ihminen|ihmisen|tekoaly|kone|tietokone|keksitty|kuvitteellinen|botin|robotin|tekoalyn|koneen|oikean',
    whole: 'oletko (?:\\w+ )?olemassa|onko sinua (?:\\w+ )?olemassa'
  },
  fr: {
    asks: 'es tu|t es|etes vous|est ce que (?:tu es|vous etes|c est)|est ce (?=une?\\b)|est ce que je (?:parle|discute)|suis je en train de (?:parler|discuter)',
    says: 'tu es|vous etes|c est(?= une? )|je (?:parle|discute) (?:a|avec)',
    words:
      'reel|reelle|un vrai|une vraie|vraie?|humaine?|un humain|fake|un faux|une fausse|un bot|bot|un robot|robot|chatbot|ia|une machine|un programme|fictif|fictive',
    whole: 'existes tu|tu existes'
  },
  it: {
    asks: 'sei tu|parlo con|sto (?:parlando|chattando|scrivendo) (?:con|a)',
    says: 'sei|lei e|questo e|questo profilo e|il tuo profilo e',
    words:
      'reale|ver[ao]|uman[ao]|un umano|fake|fint[ao]|fals[ao]|un bot|bot|un robot|robot|chatbot|ia|ai|una macchina|un programma|fittizi[ao]',
    whole: 'esisti(?: davvero| veramente)?'
  },
  nb: {
    asks: 'er du|er dette|(?:snakker|skriver|chatter|prater) jeg med',
    says: 'du er',
    words:
      'ekte|en virkelig|et menneske|menneske|fake|falsk|en bot|bot|en robot|robot|chatbot|ki|ai|en maskin|en datamaskin|fiktiv|oppdiktet',
    whole: 'finnes du|eksisterer du'
  },
  nl: {
    asks: 'ben je|ben jij|bent u|is dit|is dit profiel|is je profiel|(?:praat|schrijf|chat|spreek) ik (?:met|naar)',
    says: 'je bent|jij bent',
    words:
      'echt|een echte?|echte|een mens|fake|nep|een bot|bot|een robot|robot|chatbot|ai|een machine|een computer|een programma|fictief|verzonnen',
    whole: 'besta (?:je|jij)'
  },
  pl: {
    asks: 'czy (?:ty )?jestes|czy to|czy (?:rozmawiam|pisze) z|jest (?:pan|pani)',
    says: 'jestes|rozmawiam z|pisze z',
    words:
      'prawdziw[aye]|prawdziwym|realn[ay]|fake|falszyw[ay]|bot|botem|robot|robotem|chatbotem|czlowiek|czlowiekiem|ai|sztuczna|maszyna|programem|fikcyjn[ay]',
    whole: '(?:czy )?(?:ty )?istniejesz'
  },
  sv: {
    asks: 'ar du|ar det har|(?:pratar|skriver|chattar|snackar) jag med',
    says: 'du ar',
    words: 'akta|verklig|en riktig|en manniska|manniska|fake|falsk|en bot|bot|en robot|robot|chatbot|ai|en maskin|en dator|pahittad|fiktiv',
    whole: 'finns du|existerar du'
  }
}

const PATTERNS = Object.values(QUESTIONS).map(({ asks, says, words, whole }) => {
  const among = String.raw`(?: \w+){0,4}? (?:${words})\b`
  return new RegExp(String.raw`\b(?:(?:${asks})${among}|(?:${says})${among}[\w ]{0,80}\?|(?:${whole})\b[\w ]{0,80}(?:\?|$))`)
})

/** Plain letters, single spaces, and of the punctuation only what ends a sentence. */
function plain(text: string): string {
  return fold(text)
    .replace(/[.!\n]+/g, '.')
    .replace(/[^\w.?]+/g, ' ')
}

/**
 * Does a message ask whether there is a real person behind a profile, in any of the eleven languages? It may take some harmless questions for one:
 * the answer is true then as well.
 */
export function asksIfReal(text: string): boolean {
  const words = plain(text)
  return PATTERNS.some((pattern) => pattern.test(words))
}
