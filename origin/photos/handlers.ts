import { photos } from '../../shared/api/photos.ts'
import { implement } from '../http/handler.ts'
import { addPhoto as add, checkRoom } from './add-photo.ts'
import { arrangePhotos, deletePhoto } from './arrange-photos.ts'
import { keepPicture } from './keep-picture.ts'
import { unlockPhoto } from './unlock-photo.ts'
import { presentPhotos } from './present-photos.ts'

export const handlers = implement(photos, {
  listPhotos: async (context) => await presentPhotos(context),

  /** Decoding takes up to a second: nothing is locked meanwhile. */
  addPhoto: {
    async prepare(asked) {
      const check = () => checkRoom(asked.db, asked.viewer)
      const picture = await keepPicture(asked, asked.body, { check, crop: asked.query.crop, gone: asked.gone })
      return async (context) => {
        await add(context, picture)
        return await presentPhotos(context)
      }
    }
  },

  arrangePhotos: async (context) => {
    await arrangePhotos(context, context.body.order)
    return await presentPhotos(context)
  },

  unlockPhoto: async (context) => {
    await unlockPhoto(context)
    return {}
  },

  deletePhoto: async (context) => {
    await deletePhoto(context, context.body.id)
    return await presentPhotos(context)
  }
})
