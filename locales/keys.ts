import type account from './account/en.json'
import type acts from './acts/en.json'
import type ban from './ban/en.json'
import type catalogue from './catalogue/en.json'
import type chat from './chat/en.json'
import type chatPhoto from './chat-photo/en.json'
import type common from './common/en.json'
import type complaint from './complaint/en.json'
import type completion from './completion/en.json'
import type costs from './costs/en.json'
import type directdebit from './directdebit/en.json'
import type discounts from './discounts/en.json'
import type edit from './edit/en.json'
import type entrance from './entrance/en.json'
import type finder from './finder/en.json'
import type gifts from './gifts/en.json'
import type giving from './giving/en.json'
import type home from './home/en.json'
import type install from './install/en.json'
import type interests from './interests/en.json'
import type landers from './landers/en.json'
import type landing from './landing/en.json'
import type leave from './leave/en.json'
import type leaving from './leaving/en.json'
import type likes from './likes/en.json'
import type member from './member/en.json'
import type parting from './parting/en.json'

import type photos from './photos/en.json'
import type report from './report/en.json'
import type savedMethods from './saved-methods/en.json'
import type search from './search/en.json'
import type shop from './shop/en.json'
import type signup from './signup/en.json'
import type swipe from './swipe/en.json'
import type withdrawals from './withdrawals/en.json'

/** Keys of everything that a screen can say; a misspelt one is a type error. Only the names are taken: no text gets into a bundle by this. */
export type MessageKey =
  | keyof typeof account
  | keyof typeof acts
  | keyof typeof ban
  | keyof typeof catalogue
  | keyof typeof chat
  | keyof typeof chatPhoto
  | keyof typeof common
  | keyof typeof complaint
  | keyof typeof completion
  | keyof typeof costs
  | keyof typeof directdebit
  | keyof typeof discounts
  | keyof typeof edit
  | keyof typeof entrance
  | keyof typeof finder
  | keyof typeof gifts
  | keyof typeof giving
  | keyof typeof home
  | keyof typeof install
  | keyof typeof interests
  | keyof typeof landers
  | keyof typeof landing
  | keyof typeof leave
  | keyof typeof leaving
  | keyof typeof likes
  | keyof typeof member
  | keyof typeof parting
  | keyof typeof photos
  | keyof typeof report
  | keyof typeof savedMethods
  | keyof typeof search
  | keyof typeof shop
  | keyof typeof signup
  | keyof typeof swipe
  | keyof typeof withdrawals
