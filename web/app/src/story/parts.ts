export { Story } from './Story.tsx';
export { StoryButton } from './StoryButton.tsx';
