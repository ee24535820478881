import type { MainImage } from '../../../shared/api/members.ts'

/** Public id of a photo: the part of its address after `/media/`. */
export const photoIdOf = ({ filename }: Pick<MainImage, 'filename'>) => filename.split('/')[2]!
