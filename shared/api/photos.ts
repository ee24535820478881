import * as v from 'valibot'
import { PHOTO_FILE } from '../rules/photo-file.ts'
import { MainImage } from './members.ts'
import { NoBody, NoQuery, Nothing, PublicId } from './values.ts'
import { contract } from './endpoint.ts'

/** A photo as its owner sees it: never blurred, whatever its status. */
export const Photo = v.strictObject({
  ...MainImage.entries,
  id: PublicId,
  /** The main photo: the first active one, otherwise the first one waiting for moderation. */
  main: v.boolean()
})
export type Photo = v.InferOutput<typeof Photo>

/** A member's photos in their order, and how many they may have. */
const Photos = v.strictObject({
  photos: v.array(Photo),
  /** A former premium member may have more: others only see the first `limit`. */
  limit: v.number(),
  /** `before`: others only see a photo once a moderator has approved it; `after`: it is shown at once. */
  moderation: v.picklist(['before', 'after'])
})
export type Photos = v.InferOutput<typeof Photos>

/** The cropped part of a picture, in pixels of the upright picture. */
export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

/** `left,top,width,height`. */
const CropText = v.pipe(
  v.string('invalid'),
  v.regex(/^\d{1,5}(?:,\d{1,5}){3}$/, 'invalid'),
  v.transform((text): Crop => {
    const [left = 0, top = 0, width = 0, height = 0] = text.split(',').map(Number)
    return { left, top, width, height }
  })
)

export const photos = contract({
  listPhotos: {
    method: 'GET',
    path: '/api/photos.php',
    summary: "The member's own photos in their order.",
    audience: 'member',
    query: NoQuery,
    body: NoBody,
    output: Photos
  },
  addPhoto: {
    method: 'POST',
    path: '/api/photos.php',
    summary:
      'Add a photo after the others: a JPEG, PNG or WebP of at most 10 MB and 40 megapixels, at least 400 pixels per side, the long side at most four times the short one.',
    audience: 'member',
    limit: 'upload',
    idempotency: 'key',
    query: v.strictObject({ crop: v.optional(CropText) }),
    body: v.instance(Uint8Array),
    takes: { kind: 'file', types: PHOTO_FILE.types, maxBytes: PHOTO_FILE.maxBytes },
    output: Photos,
    errors: ['photo_limit']
  },
  arrangePhotos: {
    method: 'PUT',
    path: '/api/photos.php',
    summary: 'Put photos first, in this order; the others follow in their old order. The first that others may see is the main photo.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ order: v.pipe(v.array(PublicId, 'invalid'), v.minLength(1, 'required'), v.maxLength(100, 'invalid')) }),
    output: Photos,
    errors: ['not_found']
  },
  unlockPhoto: {
    method: 'POST',
    path: '/api/photo-unlock.php',
    summary: 'See one locked photo for the site’s `photo_credits`, for good. What the member may see already costs nothing.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({
      photo: PublicId,
      /** The price that the member has seen; no more than that is charged. A page too old to send it is refused, with the price. */
      credits: v.optional(v.pipe(v.number('invalid'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(1_000, 'invalid')), 0)
    }),
    output: Nothing,
    errors: ['not_found', 'message_price_changed', 'not_enough_credits']
  },
  deletePhoto: {
    method: 'DELETE',
    path: '/api/photos.php',
    summary: 'Delete a photo and its files.',
    audience: 'member',
    idempotency: 'natural',
    query: NoQuery,
    body: v.strictObject({ id: PublicId }),
    output: Photos,
    errors: ['not_found']
  }
})
