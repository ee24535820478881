import type { Handler, PreparedHandler } from '../http/handler.ts'
import { addPhoto as add, keepPicture } from './add-photo.ts'
import * as verbs from './arrange-photos.ts'
import { presentPhotos } from './present-photos.ts'

export const listPhotos: Handler<'listPhotos'> = async (context) => await presentPhotos(context)

/** Decoding takes a second at worst: nothing is locked meanwhile. */
export const addPhoto: PreparedHandler<'addPhoto'> = {
  async prepare(asked) {
    const picture = await keepPicture(asked, asked.body, asked.query.crop, asked.gone)
    return async (context) => {
      await add(context, picture)
      return await presentPhotos(context)
    }
  }
}

export const arrangePhotos: Handler<'arrangePhotos'> = async (context) => {
  await verbs.arrangePhotos(context, context.body.order)
  return await presentPhotos(context)
}

export const deletePhoto: Handler<'deletePhoto'> = async (context) => {
  await verbs.deletePhoto(context, context.body.id)
  return await presentPhotos(context)
}
