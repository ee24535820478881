import book from './drawings/book.svg'
import bouquet from './drawings/bouquet.svg'
import candle from './drawings/candle.svg'
import champagne from './drawings/champagne.svg'
import chocolates from './drawings/chocolates.svg'
import coffee from './drawings/coffee.svg'
import cupcake from './drawings/cupcake.svg'
import feather from './drawings/feather.svg'
import key from './drawings/key.svg'
import letter from './drawings/letter.svg'
import mask from './drawings/mask.svg'
import moon from './drawings/moon.svg'
import pearls from './drawings/pearls.svg'
import perfume from './drawings/perfume.svg'
import record from './drawings/record.svg'
import ribbon from './drawings/ribbon.svg'
import rose from './drawings/rose.svg'
import star from './drawings/star.svg'
import strawberries from './drawings/strawberries.svg'
import tulips from './drawings/tulips.svg'
import type { Gift } from '../../shared/rules/gifts.ts'

/** Addresses of the drawings: separate files, each loaded when it is seen. */
export const DRAWINGS: Record<Gift, string> = {
  book,
  bouquet,
  candle,
  champagne,
  chocolates,
  coffee,
  cupcake,
  feather,
  key,
  letter,
  mask,
  moon,
  pearls,
  perfume,
  record,
  ribbon,
  rose,
  star,
  strawberries,
  tulips
}
