/** Sentences that members can complete on their profile, to be answered by others. A profile keeps prompts by these names: none may be renamed. */
export const PROMPTS = [
  'perfect_evening',
  'never_say_no',
  'laugh',
  'sunday',
  'talk_for_hours',
  'learning',
  'proud',
  'song',
  'journey',
  'kitchen',
  'good_sign',
  'small_joy'
] as const
export type Prompt = (typeof PROMPTS)[number]

/** How many a member can answer. */
export const MOST_PROMPTS = 3
/** The longest answer, in characters. */
export const PROMPT_LENGTH = 140

/** A prompt with a member's answer. */
export interface AnsweredPrompt {
  prompt: Prompt
  answer: string
}
