/** The scenes that come with the program: files of shared/scenes/. */
export const SCENES = [
  'aurora',
  'canal',
  'candle',
  'clearing',
  'dunes',
  'evening',
  'fjord',
  'garden',
  'harbour',
  'lanterns',
  'lavender',
  'roofs',
  'sea-window'
] as const
export type SceneName = (typeof SCENES)[number]
export const DEFAULT_SCENE = 'evening' satisfies SceneName

/**
 * The scene of a brand without its own drawing. A name that this version of the program doesn't know gets the default one, since it is only a
 * picture.
 */
export function sceneNameOf({ scene }: { scene: string }): SceneName {
  return SCENES.find((known) => known === scene) ?? DEFAULT_SCENE
}
