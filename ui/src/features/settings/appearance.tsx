import { Minus, Plus } from "lucide-react";
import { IconButton } from "../../kit/Button.tsx";
import { Segmented } from "../../kit/Segmented.tsx";
import { Select } from "../../kit/Select.tsx";
import { chooseTheme, themes, useTheme } from "../../kit/theme.ts";
import type { SettingPart } from "./setting.ts";
import { sizes, useTextSize } from "./textSize.ts";

/** How the windows look. */
export function useAppearance(): SettingPart {
  const theme = useTheme();
  const { percent, set, step } = useTextSize();
  return {
    id: "appearance",
    head: "Appearance",
    settings: [
      {
        name: "Theme",
        words: "Light, dark, or as the system is set.",
        also: "colour dark light contrast",
        value: (
          <Segmented
            label="Theme"
            value={theme}
            options={themes.map((one) => ({ value: one, label: one }))}
            onPick={chooseTheme}
          />
        ),
      },
      {
        name: "Text size",
        words:
          "Everything in every window, from 80 to 200 %. Ctrl + and Ctrl − change it, Ctrl 0 puts it back.",
        also: "zoom font larger smaller",
        value: (
          <>
            <IconButton icon={Minus} label="Smaller" keys={["Ctrl −"]} onPress={() => step(-1)} />
            <Select
              label="Text size"
              value={String(percent)}
              options={sizes.map((size) => ({ value: String(size), label: `${size} %` }))}
              onPick={(size) => set(Number(size))}
            />
            <IconButton icon={Plus} label="Larger" keys={["Ctrl +"]} onPress={() => step(1)} />
          </>
        ),
      },
    ],
  };
}
