// Keeps the phone awake. On plain http the only way is a clip that runs: black, silent, untitled, and begun in a tap.

// Twenty seconds, so that no busy phone misses its end. It was made by
//   ffmpeg -f lavfi -i color=c=black:s=64x64:r=2 -f lavfi -i anullsrc=r=22050:cl=mono -t 20 -c:v libx264 -pix_fmt yuv420p
//     -profile:v baseline -level 3.0 -g 8 -c:a aac -b:a 8k -map_metadata -1 -movflags +faststart awake.mp4
const CLIP = "awake.mp4";

let video = null;

/** Fetch the clip, so that no tap ever causes anything on the network. */
export async function fetchClip() {
  video = document.getElementById("awake");
  // With sound only where it is wanted for: elsewhere it would end the person's music, and show a notification.
  video.muted = !/iP(hone|ad|od)|Mac OS X.*Mobile/.test(navigator.userAgent);
  // Not `loop`, with which iOS sleeps; and back long before its end, which a busy phone may miss.
  video.addEventListener("timeupdate", () => {
    if (video.currentTime > video.duration / 2) video.currentTime = 0.1;
  });
  try {
    video.src = URL.createObjectURL(await (await fetch(CLIP)).blob());
  } catch {
    video = null; // the phone sleeps when it will, and says so
  }
}

/** Whether the clip runs. */
export const isAwake = () => Boolean(video && !video.paused && !video.ended);

/** To be called in a tap; does nothing if it runs already. */
export function keepAwake() {
  if (video && !isAwake()) video.play().catch(() => {});
}
