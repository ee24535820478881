import type { Random } from '../random.ts'

/** The two styles of portraits; both are CC0 styles of DiceBear that draw adults. One per brand. */
export type PortraitStyle = 'notionists' | 'open-peeps'

/** The person who is drawn. */
export interface Sitter {
  look: 'woman' | 'man'
  age: number
}

type Options = Record<string, unknown>

/** Someone's face: `same` stays in all their pictures, `pose` differs from one to the next. */
export interface Face {
  same: Options
  pose(random: Random): Options
}

const variants = (...numbers: number[]) => numbers.map((number) => `variant${String(number).padStart(2, '0')}`)

// The names in the styles' files, without those that look sad, odd or very young.
const NOTIONISTS = {
  hair: {
    woman: variants(2, 8, 10, 11, 20, 23, 28, 29, 30, 36, 37, 39, 41, 43, 47, 48, 57, 58),
    man: variants(1, 3, 5, 6, 7, 12, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27, 31, 32, 33, 34, 35, 38, 49, 54, 55, 56, 60)
  },
  beard: variants(2, 5, 6, 7, 9, 12),
  nose: variants(1, 5, 7, 10, 12, 14, 15, 16),
  eyebrows: variants(1, 4, 5, 7, 9, 12),
  mouth: variants(3, 8, 14, 17, 22, 23, 25, 30),
  glasses: variants(3, 8, 11),
  clothes: variants(2, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 19, 21, 23, 24)
}

const PEEPS = {
  head: {
    woman: [
      'bangs',
      'bangs2',
      'bun',
      'bun2',
      'cornrows',
      'cornrows2',
      'dreads1',
      'long',
      'longBangs',
      'longCurly',
      'medium1',
      'medium2',
      'medium3',
      'mediumBangs',
      'mediumBangs2',
      'mediumStraight'
    ],
    man: [
      'afro',
      'dreads2',
      'flatTop',
      'hatBeanie',
      'noHair1',
      'pomp',
      'shaved1',
      'shaved2',
      'short1',
      'short2',
      'short3',
      'short4',
      'short5',
      'twists',
      'twists2'
    ]
  },
  grey: { woman: ['grayBun', 'grayMedium', 'bangs', 'mediumBangs2'], man: ['grayShort', 'noHair3', 'short4', 'noHair1'] },
  facialHair: ['chin', 'full', 'full2', 'full3', 'goatee2', 'moustache5', 'moustache7'],
  expression: ['calm', 'cheeky', 'cute', 'driven', 'eatingHappy', 'smile'],
  glasses: ['glasses', 'glasses2', 'glasses3', 'glasses5'],
  skin: ['#ffdbb4', '#f2c79c', '#edb98a', '#d08b5b', '#ae5d29', '#7a5443'],
  clothing: ['#7d8fc4', '#6fae9a', '#d9a55b', '#c2709f', '#c9716a', '#6fa9b5', '#8d7bb8', '#5c5470'],
  hair: { young: ['#2c1b18', '#4a312c', '#724133', '#a55728', '#b58143', '#d6b370'], old: ['#e8e1e1', '#c9c2c2', '#a8a2a6'] }
}

const INK = '#2a1b2c'
/** From this age on hair is often grey. */
const GREYING = 52

/** Makes up a face for someone, in one of the styles. */
export function makeFace(style: PortraitStyle, sitter: Sitter, random: Random): Face {
  return style === 'notionists' ? notionist(sitter, random) : peep(sitter, random)
}

function notionist({ look }: Sitter, random: Random): Face {
  return {
    same: {
      inkColor: INK,
      paperColor: '#fffaf6',
      hairVariant: random.pick(NOTIONISTS.hair[look]),
      noseVariant: random.pick(NOTIONISTS.nose),
      eyebrowsVariant: random.pick(NOTIONISTS.eyebrows),
      eyesVariant: 'variant05',
      beardVariant: random.pick(NOTIONISTS.beard),
      beardProbability: look === 'man' && random.chance(0.4) ? 100 : 0,
      glassesVariant: random.pick(NOTIONISTS.glasses),
      glassesProbability: random.chance(0.25) ? 100 : 0,
      gestureProbability: 0,
      clothesGraphicProbability: 0
    },
    pose: (other) => ({ mouthVariant: other.pick(NOTIONISTS.mouth), clothesVariant: other.pick(NOTIONISTS.clothes) })
  }
}

function peep({ look, age }: Sitter, random: Random): Face {
  const grey = age >= GREYING
  return {
    same: {
      inkColor: INK,
      skinColor: random.pick(PEEPS.skin),
      headVariant: random.pick((grey ? PEEPS.grey : PEEPS.head)[look]),
      headContrastColor: random.pick(grey ? PEEPS.hair.old : PEEPS.hair.young),
      facialHairVariant: random.pick(PEEPS.facialHair),
      facialHairProbability: look === 'man' && !grey && random.chance(0.4) ? 100 : 0,
      accessoriesVariant: random.pick(PEEPS.glasses),
      accessoriesProbability: random.chance(grey ? 0.5 : 0.25) ? 100 : 0,
      maskProbability: 0
    },
    pose: (other) => ({ expressionVariant: other.pick(PEEPS.expression), clothingColor: other.pick(PEEPS.clothing) })
  }
}
